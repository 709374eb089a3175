import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Releases } from '../domain/releases.ts';

/** Offers a draft, with all of its artifacts, from now on. */
export class PublishRelease extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    /** When it was published elsewhere before; null if it was not. */
    readonly publishedAt: Date | null,
  ) {
    super();
  }
}

@CommandHandler(PublishRelease)
export class PublishReleaseHandler implements ICommandHandler<PublishRelease> {
  constructor(
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, publishedAt }: PublishRelease): Promise<void> {
    return this.releases.change({ id, organizations: access.visible }, (release, artifacts) => {
      access.assertCanManage(release.organizationId);
      release.publish(artifacts, this.clock.now(release.organizationId), publishedAt);
    });
  }
}
