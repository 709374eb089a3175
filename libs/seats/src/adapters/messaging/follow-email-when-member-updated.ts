import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { FollowMember } from '../../commands/follow-member.ts';

/** A seat shows the address that its holder has now. */
@Injectable()
export class FollowEmailWhenMemberUpdated extends Subscriber {
  override readonly inSteps: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, aggregateId, payload: { changed } }: PublishedEvent): Promise<void> {
    if (!Array.isArray(changed) || !changed.includes('email')) return;
    await this.commands.execute(new FollowMember(organizationId, aggregateId));
  }
}
