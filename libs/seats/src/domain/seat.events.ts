import { DomainEvent, type JsonValue } from '#kernel';

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

abstract class CustomerSeatEvent extends DomainEvent {
  constructor(pool: Pool, { id, memberId }: Seat, at: Date, more: Record<string, JsonValue> = {}) {
    super(pool.organizationId, id, at, {
      customer_id: pool.customerId,
      member_id: memberId,
      subscription_id: pool.subscriptionId,
      order_id: pool.orderId,
      ...more,
    });
  }
}

/** Somebody was given the seat, and has yet to claim it. */
export class CustomerSeatAssigned extends CustomerSeatEvent {
  readonly name = 'customer_seat.assigned';
}

/** The holder is to be told of an invitation; `invitation` is its number, by which an outdated one is known. */
export class CustomerSeatInvited extends CustomerSeatEvent {
  readonly name = 'customer_seat.invited';

  constructor(pool: Pool, seat: Seat & { readonly invitation: number }, at: Date) {
    super(pool, seat, at, { invitation: seat.invitation });
  }
}

export class CustomerSeatClaimed extends CustomerSeatEvent {
  readonly name = 'customer_seat.claimed';
}

/** `member_id` is the one who had it. */
export class CustomerSeatRevoked extends CustomerSeatEvent {
  readonly name = 'customer_seat.revoked';
}

/** Another number of seats is bought. `revision` counts these decisions. */
export class SeatPoolResized extends DomainEvent {
  readonly name = 'seat_pool.resized';

  constructor(pool: Pool & { readonly bought: number; readonly revision: number }, at: Date) {
    const { organizationId, id, customerId, subscriptionId, orderId, bought, revision } = pool;
    super(organizationId, id, at, {
      customer_id: customerId,
      subscription_id: subscriptionId,
      order_id: orderId,
      seats: bought,
      revision,
    });
  }
}
