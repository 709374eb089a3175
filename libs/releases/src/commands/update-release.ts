import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { ReleaseChanges } from '../domain/release.ts';
import { Releases } from '../domain/releases.ts';
import { assertFlags } from './create-release.ts';

export class UpdateRelease extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: ReleaseChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateRelease)
export class UpdateReleaseHandler implements ICommandHandler<UpdateRelease> {
  constructor(
    private readonly releases: Releases,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, changes }: UpdateRelease): Promise<void> {
    const which = { id, organizations: access.visible };
    if (changes.requiredBenefitIds) {
      const organizationId = await this.releases.organizationOf(which);
      access.assertCanManage(organizationId);
      await assertFlags(this.queries, organizationId, changes.requiredBenefitIds);
    }
    await this.releases.change(which, (release) => {
      access.assertCanManage(release.organizationId);
      release.update(changes, this.clock.now(release.organizationId));
    });
  }
}
