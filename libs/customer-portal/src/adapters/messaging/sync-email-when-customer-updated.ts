import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomerEmail } from '../../commands/sync-customer-email.ts';
import type { CustomerUpdated } from '../../contract/index.ts';

/** The owner of an individual customer has the same e-mail address as the customer. */
@Injectable()
export class SyncEmailWhenCustomerUpdated extends Subscriber<CustomerUpdated> {
  readonly id = 'FollowAddressWhenCustomerUpdated';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, aggregateId, payload }: PublishedEvent<CustomerUpdated>): Promise<void> {
    if (!payload.changed.includes('email')) return;
    await this.commands.execute(new SyncCustomerEmail(organizationId, aggregateId));
  }
}
