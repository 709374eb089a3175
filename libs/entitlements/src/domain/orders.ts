import type { Sync } from '#kernel';
import type { Order } from './order.ts';

/** Selects an order by id within the given organizations. */
export interface WhichOrder {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of orders. */
export abstract class Orders {
  abstract add(order: Order): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichOrder, by: (order: Order) => Sync<T>): Promise<T>;

  /** Erases the billing details and metadata of one batch of the customer's orders. Returns the number of orders erased. */
  abstract eraseDetails(organizationId: string, customerId: string): Promise<number>;
}
