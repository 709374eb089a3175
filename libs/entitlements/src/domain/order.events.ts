import { DomainEvent } from '#kernel';

interface Order {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly recipientId: string | null;
  readonly productId: string;
  readonly seats: number | null;
  readonly status: 'paid' | 'pending';
}

type OrderPayload = {
  readonly customer_id: string;
  /** Who gets the benefits, if it is not the customer. Missing in events from before there were recipients. */
  readonly recipient_id: string | null;
  readonly product_id: string;
  readonly seats: number | null;
  readonly status: 'paid' | 'pending';
};

const payloadOf = ({ customerId, recipientId, productId, seats, status }: Order): OrderPayload => ({
  customer_id: customerId,
  recipient_id: recipientId,
  product_id: productId,
  seats,
  status,
});

abstract class OrderEvent<Name extends string> extends DomainEvent<Name, OrderPayload> {
  constructor(order: Order, at: Date) {
    super(order.organizationId, order.id, at, payloadOf(order));
  }
}

export class OrderCreated extends OrderEvent<'order.created'> {
  readonly name = 'order.created';
}

export class OrderPaid extends OrderEvent<'order.paid'> {
  readonly name = 'order.paid';
}

type ChangedField = 'billing_name' | 'billing_address' | 'status';

export class OrderUpdated extends DomainEvent<'order.updated', OrderPayload & { readonly changed: readonly ChangedField[] }> {
  readonly name = 'order.updated';

  constructor(order: Order, at: Date, changed: readonly ChangedField[]) {
    super(order.organizationId, order.id, at, { ...payloadOf(order), changed });
  }
}
