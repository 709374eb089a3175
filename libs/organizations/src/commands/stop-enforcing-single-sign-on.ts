import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';

/** For operators: members of the organization need its provider no longer. */
export class StopEnforcingSingleSignOn extends Command<void> {
  constructor(readonly which: WhichOrganization) {
    super();
  }
}

@CommandHandler(StopEnforcingSingleSignOn)
export class StopEnforcingSingleSignOnHandler implements ICommandHandler<StopEnforcingSingleSignOn> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  execute({ which }: StopEnforcingSingleSignOn): Promise<void> {
    return this.organizations.change(which, (organization) => organization.stopEnforcingSingleSignOn(this.clock.now()));
  }
}
