import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerUpdated } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomer } from '../../commands/sync-customer.ts';

/** The name may have changed, or an external id may have been set. */
@Injectable()
export class SyncCustomerWhenUpdated extends Subscriber<CustomerUpdated> {
  readonly id = 'FollowCustomerWhenUpdated';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<CustomerUpdated>): Promise<void> {
    return this.commands.execute(new SyncCustomer(aggregateId));
  }
}
