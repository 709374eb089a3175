import { DomainEvent } from '#kernel';

interface Pool {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
}

interface Seat {
  readonly id: string;
  readonly memberId: string | null;
}

/** The seats belong either to a subscription or to an order. */
type PurchasePayload = { readonly customer_id: string } & (
  { readonly subscription_id: string; readonly order_id: null } | { readonly subscription_id: null; readonly order_id: string }
);

type SeatPayload = PurchasePayload & { readonly member_id: string | null };

function purchaseOf({ id, customerId, subscriptionId, orderId }: Pool): PurchasePayload {
  if (subscriptionId !== null) return { customer_id: customerId, subscription_id: subscriptionId, order_id: null };
  if (orderId !== null) return { customer_id: customerId, subscription_id: null, order_id: orderId };
  throw new Error(`Seat pool ${id} has neither a subscription nor an order`);
}

abstract class CustomerSeatEvent<Name extends string> extends DomainEvent<Name, SeatPayload> {
  constructor(pool: Pool, { id, memberId }: Seat, at: Date) {
    super(pool.organizationId, id, at, { ...purchaseOf(pool), member_id: memberId });
  }
}

/** The seat was assigned to a member, who has not claimed it yet. */
export class CustomerSeatAssigned extends CustomerSeatEvent<'customer_seat.assigned'> {
  readonly name = 'customer_seat.assigned';
}

/** An invitation must be sent to the holder. `invitation` is its number: a later invitation replaces an earlier one. */
export class CustomerSeatInvited extends DomainEvent<'customer_seat.invited', SeatPayload & { readonly invitation: number }> {
  readonly name = 'customer_seat.invited';

  constructor(pool: Pool, { id, memberId, invitation }: Seat & { readonly invitation: number }, at: Date) {
    super(pool.organizationId, id, at, { ...purchaseOf(pool), member_id: memberId, invitation });
  }
}

export class CustomerSeatClaimed extends CustomerSeatEvent<'customer_seat.claimed'> {
  readonly name = 'customer_seat.claimed';
}

/** `member_id` is the former holder. */
export class CustomerSeatRevoked extends CustomerSeatEvent<'customer_seat.revoked'> {
  readonly name = 'customer_seat.revoked';
}

/** The number of bought seats changed. `revision` increases with each change. */
export class SeatPoolResized extends DomainEvent<
  'seat_pool.resized',
  PurchasePayload & { readonly seats: number; readonly revision: number }
> {
  readonly name = 'seat_pool.resized';

  constructor(pool: Pool & { readonly capacity: number; readonly revision: number }, at: Date) {
    super(pool.organizationId, pool.id, at, { ...purchaseOf(pool), seats: pool.capacity, revision: pool.revision });
  }
}
