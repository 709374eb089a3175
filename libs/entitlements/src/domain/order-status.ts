/** A `pending` order brings no benefits until it is paid, a `void` one none at all. */
export type OrderStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'void';

const PAID_STATUSES: ReadonlySet<OrderStatus> = new Set(['paid', 'partially_refunded', 'refunded']);

/** Whether an order with this status was paid, refunded or not. */
export const isPaid = (status: OrderStatus): boolean => PAID_STATUSES.has(status);

/** What decides, with its disputes, whether an order brings benefits. */
export interface EntitlingOrder {
  readonly status: OrderStatus;
  /** The subscription that is paid: that brings the benefits, not the order. */
  readonly subscriptionId: string | null;
  /** Whether a refund revoked the benefits. */
  readonly isRevoked: boolean;
}

export const orderEntitles = ({ status, subscriptionId, isRevoked }: EntitlingOrder): boolean =>
  isPaid(status) && subscriptionId === null && !isRevoked;
