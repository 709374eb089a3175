import { Command } from '@nestjs/cqrs';

/** Turns an individual customer into a team. Teams and deleted customers do not change. */
export class BecomeTeam extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}
