import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerCreated } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomer } from '../../commands/sync-customer.ts';

/** Events that were ingested with the external id before the customer existed are assigned to the customer. */
@Injectable()
export class SyncCustomerWhenCreated extends Subscriber<CustomerCreated> {
  readonly id = 'FollowCustomerWhenCreated';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<CustomerCreated>): Promise<void> {
    return this.commands.execute(new SyncCustomer(aggregateId));
  }
}
