import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { Teams } from '../domain/teams.ts';

/** Copies the current email address of an individual customer to its owner. */
export class SyncCustomerEmail extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(SyncCustomerEmail)
export class SyncCustomerEmailHandler implements ICommandHandler<SyncCustomerEmail> {
  constructor(
    private readonly teams: Teams,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId }: SyncCustomerEmail): Promise<void> {
    try {
      await this.teams.change({ customerId, organizations: [organizationId] }, {}, (team) => team.syncEmail(this.clock.now()));
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
}
