import { DomainEvent } from '#kernel';

interface Order {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly productId: string;
  readonly seats: number | null;
  readonly status: string;
}

abstract class OrderEvent extends DomainEvent {
  constructor(order: Order, at: Date) {
    const { organizationId, id, customerId, productId, seats } = order;
    super(organizationId, id, at, { customer_id: customerId, product_id: productId, seats, status: order.status });
  }
}

export class OrderCreated extends OrderEvent {
  readonly name = 'order.created';
}

export class OrderPaid extends OrderEvent {
  readonly name = 'order.paid';
}
