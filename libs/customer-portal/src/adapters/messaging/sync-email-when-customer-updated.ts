import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncCustomerEmail } from '../../commands/sync-customer-email.ts';

/** Who buys alone is the owner of what was bought, and reached at the same address. */
@Injectable()
export class SyncEmailWhenCustomerUpdated extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    const { changed } = payload as { changed: readonly string[] };
    if (changed.includes('email')) await this.commands.execute(new SyncCustomerEmail(organizationId, aggregateId));
  }
}
