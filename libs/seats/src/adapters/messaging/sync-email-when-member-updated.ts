import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { MemberUpdated } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncMemberEmail } from '../../commands/sync-member-email.ts';

/** A seat shows the current e-mail address of its holder. */
@Injectable()
export class SyncEmailWhenMemberUpdated extends Subscriber<MemberUpdated> {
  readonly id = 'FollowEmailWhenMemberUpdated';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, aggregateId, payload }: PublishedEvent<MemberUpdated>): Promise<void> {
    if (!payload.changed.includes('email')) return;
    await this.commands.execute(new SyncMemberEmail(organizationId, aggregateId));
  }
}
