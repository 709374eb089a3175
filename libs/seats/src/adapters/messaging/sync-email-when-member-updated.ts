import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncMemberEmail } from '../../commands/sync-member-email.ts';

/** A seat shows the address that its holder has now. */
@Injectable()
export class SyncEmailWhenMemberUpdated extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, aggregateId, payload: { changed } }: PublishedEvent): Promise<void> {
    if (!Array.isArray(changed) || !changed.includes('email')) return;
    await this.commands.execute(new SyncMemberEmail(organizationId, aggregateId));
  }
}
