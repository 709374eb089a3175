import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import type { Feature } from '../domain/features.ts';
import { Organizations, type WhichOrganization } from '../domain/organizations.ts';

/** For operators: turns a feature on or off that an organization cannot set itself. */
export class SetFeature extends Command<void> {
  constructor(
    readonly which: WhichOrganization,
    readonly feature: Feature,
    readonly on: boolean,
  ) {
    super();
  }
}

@CommandHandler(SetFeature)
export class SetFeatureHandler implements ICommandHandler<SetFeature> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  execute({ which, feature, on }: SetFeature): Promise<void> {
    return this.organizations.change(which, (organization) => organization.setFeature(feature, on, this.clock.now()));
  }
}
