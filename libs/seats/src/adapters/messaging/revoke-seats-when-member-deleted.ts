import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfMember } from '../../commands/revoke-seats.ts';

/** Who leaves the team leaves its seats to others. */
@Injectable()
export class RevokeSeatsWhenMemberDeleted extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new RevokeSeatsOfMember(organizationId, aggregateId));
  }
}
