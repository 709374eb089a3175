import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomer } from '../../commands/sync-customer.ts';

/** Its external id is free for another customer, who starts with nothing. */
@Injectable()
export class SyncCustomerWhenDeleted extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncCustomer(aggregateId));
  }
}
