import type { Sync } from '#kernel';
import type { Order } from './order.ts';
import type { Refund } from './refund.ts';
import type { ExternalId } from './purchase.ts';

/** Selects an order, or a refund, by id within the given organizations. */
export interface WhichOrder {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of orders. */
export abstract class Orders {
  /** Throws `ExternalIdTaken`. */
  abstract add(order: Order): Promise<void>;

  /** The id of the order with this external id; undefined if there is none. */
  abstract findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined>;

  /** The order as it is, without a lock. Throws `ResourceNotFound`. */
  abstract find(which: WhichOrder): Promise<Readonly<Order>>;

  /** The id of the order of a refund. Throws `ResourceNotFound`. */
  abstract orderOfRefund(refund: WhichOrder): Promise<string>;

  /** Stores the refunds that `by` adds, too. Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichOrder, by: (order: Order) => Sync<T>): Promise<T>;

  /** The same, with the refunds that the order has, the newest first. Stores what `by` changes of them. */
  abstract changeWithRefunds<T>(which: WhichOrder, by: (order: Order, refunds: readonly Refund[]) => Sync<T>): Promise<T>;

  /**
   * Erases the billing details and metadata of one batch of the customer's orders, and after the last one comments and metadata of
   * its refunds. Returns the size of the batch.
   */
  abstract eraseDetails(organizationId: string, customerId: string): Promise<number>;
}
