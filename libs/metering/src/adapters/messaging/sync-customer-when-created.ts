import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomer } from '../../commands/sync-customer.ts';

/** What was used under its external id before is the customer's now. */
@Injectable()
export class SyncCustomerWhenCreated extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncCustomer(aggregateId));
  }
}
