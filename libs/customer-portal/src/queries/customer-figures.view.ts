import { describeFields, type Infer, integer, object } from '#platform/wire';

const count = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

export const CustomerFiguresView = object(
  describeFields(
    { new: count(), lost: count() },
    {
      new: { text: 'The number of customers whose first paid order was bought in the range.', example: 12 },
      lost: {
        text: 'The number of customers with a subscription that stopped being active in the range, and without an active one at its end.',
        example: 1,
      },
    },
  ),
  'CustomerFigures',
);
export type CustomerFiguresView = Infer<typeof CustomerFiguresView>;
