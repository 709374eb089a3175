import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerCreated, CustomerDeleted, CustomerUpdated } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecordSystemEvent } from '../../commands/record-system-event.ts';

type Handled = CustomerCreated | CustomerUpdated | CustomerDeleted;

/** The event stores no personal data: name and address are those that the customer has when the event is read. */
@Injectable()
export class RecordSystemEventWhenCustomerChanges extends Subscriber<Handled> {
  readonly id = 'RecordSystemEventWhenCustomerChanges';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle(event: PublishedEvent<Handled>): Promise<void> {
    const { organizationId, aggregateId: customerId, name, occurredAt: timestamp } = event;
    const changed = event.name === 'customer.updated' ? { updated_fields: event.payload.changed } : {};
    const metadata = { customer_id: customerId, ...changed };
    return this.commands.execute(
      new RecordSystemEvent({ organizationId, customerId, memberId: null, name, timestamp, metadata }),
    );
  }
}
