import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import type { OrganizationStatus } from '../domain/organization-status.ts';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';

/** For operators. The tokens of a blocked organization are not accepted. */
export class SetOrganizationStatus extends Command<void> {
  constructor(
    readonly which: WhichOrganization,
    readonly status: OrganizationStatus,
  ) {
    super();
  }
}

@CommandHandler(SetOrganizationStatus)
export class SetOrganizationStatusHandler implements ICommandHandler<SetOrganizationStatus> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  execute({ which, status }: SetOrganizationStatus): Promise<void> {
    return this.organizations.change(which, (organization) => organization.moveTo(status, this.clock.now()));
  }
}
