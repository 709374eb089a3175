import type { Sync } from '#kernel';
import type { Order } from './order.ts';

/** Which order: its id, if it belongs to one of the organizations. */
export interface WhichOrder {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** What was bought once. */
export abstract class Orders {
  abstract add(order: Order): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichOrder, by: (order: Order) => Sync<T>): Promise<T>;
}
