import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomer } from '../../commands/sync-customer.ts';

/** It may have another name, and an external id for the first time. */
@Injectable()
export class SyncCustomerWhenUpdated extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncCustomer(aggregateId));
  }
}
