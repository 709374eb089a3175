import type { Order } from './order.ts';

/** What was bought once. */
export abstract class Orders {
  abstract add(order: Order): Promise<void>;
}
