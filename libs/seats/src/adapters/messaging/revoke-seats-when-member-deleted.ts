import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { MemberDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfMember } from '../../commands/revoke-seats.ts';

/** The seats of a deleted member become available to others. */
@Injectable()
export class RevokeSeatsWhenMemberDeleted extends Subscriber<MemberDeleted> {
  readonly id = 'RevokeSeatsWhenMemberDeleted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId }: PublishedEvent<MemberDeleted>): Promise<void> {
    return this.commands.execute(new RevokeSeatsOfMember(organizationId, aggregateId));
  }
}
