import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RemoveAllMembers } from '../../commands/remove-all-members.ts';
import type { CustomerDeleted } from '../../contract/index.ts';

@Injectable()
export class RemoveMembersWhenCustomerDeleted extends Subscriber<CustomerDeleted> {
  readonly id = 'DismissTeamWhenCustomerDeleted';
  override readonly isErasure: boolean = true;
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new RemoveAllMembers(organizationId, aggregateId, payload.anonymized));
  }
}
