import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { OrderPaid, OrderRefunded, OrderUnvoided, OrderVoided } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecordSystemEvent } from '../../commands/record-system-event.ts';

type Handled = OrderPaid | OrderRefunded | OrderVoided | OrderUnvoided;

@Injectable()
export class RecordSystemEventWhenOrderChanges extends Subscriber<Handled> {
  readonly id = 'RecordSystemEventWhenOrderChanges';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle(event: PublishedEvent<Handled>): Promise<void> {
    const { organizationId, name, occurredAt: timestamp, payload } = event;
    const metadata = { order_id: event.aggregateId, currency: payload.currency, ...amountsOf(event) };
    const customerId = payload.customer_id;
    return this.commands.execute(
      new RecordSystemEvent({ organizationId, customerId, memberId: null, name, timestamp, metadata }),
    );
  }
}

function amountsOf({ name, payload }: PublishedEvent<Handled>): object {
  if (name === 'order.refunded') return { refunded_amount: payload.refunded_amount };
  if (name !== 'order.paid') return { amount: payload.amount };
  const { amount, tax_amount, product_id, subscription_id } = payload;
  const subscription = subscription_id === null ? {} : { subscription_id };
  const billing_type = subscription_id === null ? 'one_time' : 'recurring';
  return { amount: amount + tax_amount, net_amount: amount, tax_amount, product_id, billing_type, ...subscription };
}
