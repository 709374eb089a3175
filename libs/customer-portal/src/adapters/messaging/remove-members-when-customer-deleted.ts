import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RemoveAllMembers } from '../../commands/remove-all-members.ts';

@Injectable()
export class RemoveMembersWhenCustomerDeleted extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new RemoveAllMembers(organizationId, aggregateId, payload['anonymized'] === true));
  }
}
