import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Releases } from '../domain/releases.ts';

/** Offers a release to nobody any more. Who names its version still gets it. */
export class YankRelease extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly reason: string | null,
  ) {
    super();
  }
}

@CommandHandler(YankRelease)
export class YankReleaseHandler implements ICommandHandler<YankRelease> {
  constructor(
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, reason }: YankRelease): Promise<void> {
    return this.releases.change({ id, organizations: access.visible }, (release) => {
      access.assertCanManage(release.organizationId);
      release.yank(reason, this.clock.now(release.organizationId));
    });
  }
}
