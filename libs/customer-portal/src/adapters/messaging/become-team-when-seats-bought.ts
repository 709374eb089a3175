import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { BecomeTeam } from '../../commands/become-team.ts';

/** Seats are for several people, so who buys them is a team. */
@Injectable()
export class BecomeTeamWhenSeatsBought extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent): boolean {
    return payload['seats'] !== null;
  }

  handle({ organizationId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new BecomeTeam(organizationId, payload['customer_id'] as string));
  }
}
