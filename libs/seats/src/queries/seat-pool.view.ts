import { boolean, describeResource, type Infer, integer, list, nullable, object, text, timestamp, uuid4 } from '#platform/wire';

export const PURCHASE_KINDS = ['subscription', 'order'] as const;
export type PurchaseKind = (typeof PURCHASE_KINDS)[number];

const count = () => integer({ ge: 0 });

const PoolCustomerView = object({ id: uuid4(), email: nullable(text()), name: nullable(text()) }, 'SeatPoolCustomer', {
  id: 'The ID of the customer.',
  email: { text: 'The e-mail address of the customer, or `null`.', example: 'jane@example.com' },
  name: { text: 'The name of the customer, or `null`.', example: 'Acme Corp' },
});

const PoolProductView = object({ id: uuid4(), name: text() }, 'SeatPoolProduct', {
  id: 'The ID of the product.',
  name: { text: 'The name of the product.', example: 'Acme Teams' },
});

const PendingSeatsView = object({ count: count(), is_exact: boolean() }, 'PendingSeats', {
  count: { text: 'The number of seats that are assigned but not claimed, at most 1,000.', example: 3 },
  is_exact: 'Whether no more than `count` are pending.',
});

export const SeatPoolView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    subscription_id: nullable(uuid4()),
    order_id: nullable(uuid4()),
    customer_id: uuid4(),
    customer: PoolCustomerView,
    product_id: uuid4(),
    product: PoolProductView,
    total_seats: count(),
    assigned_seats: count(),
    pending_seats: PendingSeatsView,
    available_seats: count(),
  },
  'SeatPool',
  {
    ...describeResource('seat pool'),
    subscription_id: 'The ID of the subscription that the seats were bought with, or `null`.',
    order_id: 'The ID of the order that the seats were bought with, or `null`.',
    customer_id: 'The ID of the customer who gets the seats.',
    customer: 'The customer who gets the seats.',
    product_id: 'The ID of the product that was bought.',
    product: 'The product that was bought.',
    total_seats: { text: 'The number of seats that were bought.', example: 25 },
    assigned_seats: { text: 'The number of seats that are pending or claimed.', example: 12 },
    pending_seats: 'How many seats are assigned but not claimed.',
    available_seats: { text: 'The number of seats that can be assigned.', example: 13 },
  },
);
export type SeatPoolView = Infer<typeof SeatPoolView>;

export const SeatPoolsView = object(
  {
    items: list(SeatPoolView),
    next_cursor: nullable(text()),
    total: object({ count: count(), is_exact: boolean() }, 'SeatPoolsTotal', {
      count: { text: 'The number of seat pools that match, at most 1,000.', example: 18 },
      is_exact: 'Whether no more than `count` match, and all customers that a `query` finds were searched.',
    }),
  },
  'SeatPools',
  {
    items: 'The seat pools of this page.',
    next_cursor: 'The `cursor` of the next page, or `null` if this is the last one.',
    total: 'How many seat pools match.',
  },
);
export type SeatPoolsView = Infer<typeof SeatPoolsView>;
