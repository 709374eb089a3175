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

  async handle({ organizationId, payload }: PublishedEvent): Promise<void> {
    const { customer_id, seats } = payload as { customer_id: string; seats: number | null };
    if (seats !== null) await this.commands.execute(new BecomeTeam(organizationId, customer_id));
  }
}
