import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { DismissTeam } from '../../commands/dismiss-team.ts';

@Injectable()
export class DismissTeamWhenCustomerDeleted extends Subscriber {
  override readonly inSteps: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new DismissTeam(organizationId, aggregateId, payload['anonymized'] === true));
  }
}
