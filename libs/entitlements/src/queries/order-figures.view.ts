import { describeFields, type Infer, integer, object } from '#platform/wire';

const count = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

export const OrderFiguresView = object(
  describeFields(
    { total: count(), pending: count(), paid: count(), refunded: count(), partially_refunded: count(), void: count() },
    {
      total: { text: 'The number of orders.', example: 96 },
      pending: { text: 'Those that are `pending`.', example: 2 },
      paid: { text: 'Those that are `paid`.', example: 88 },
      refunded: { text: 'Those that are `refunded`.', example: 3 },
      partially_refunded: { text: 'Those that are `partially_refunded`.', example: 2 },
      void: { text: 'Those that are `void`.', example: 1 },
    },
  ),
  'OrderFigures',
);
export type OrderFiguresView = Infer<typeof OrderFiguresView>;
