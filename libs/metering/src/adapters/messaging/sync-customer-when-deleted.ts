import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomer } from '../../commands/sync-customer.ts';

/** The external id may be taken by another customer, whose usage starts at zero. */
@Injectable()
export class SyncCustomerWhenDeleted extends Subscriber<CustomerDeleted> {
  readonly id = 'FollowCustomerWhenDeleted';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new SyncCustomer(aggregateId));
  }
}
