import { DomainEvent, type JsonValue } from '#kernel';

interface Order {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly productId: string;
  readonly seats: number | null;
  readonly status: string;
}

abstract class OrderEvent extends DomainEvent {
  constructor(order: Order, at: Date, more: Record<string, JsonValue> = {}) {
    const { organizationId, id, customerId, productId, seats } = order;
    super(organizationId, id, at, { customer_id: customerId, product_id: productId, seats, status: order.status, ...more });
  }
}

export class OrderCreated extends OrderEvent {
  readonly name = 'order.created';
}

export class OrderPaid extends OrderEvent {
  readonly name = 'order.paid';
}

/** `changed` names the fields as the wire does. */
export class OrderUpdated extends OrderEvent {
  readonly name = 'order.updated';

  constructor(order: Order, at: Date, changed: readonly ('billing_name' | 'billing_address')[]) {
    super(order, at, { changed });
  }
}
