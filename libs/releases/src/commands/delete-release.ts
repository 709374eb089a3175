import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { Releases } from '../domain/releases.ts';

/** Deletes a draft with its artifacts. Their files stay. */
export class DeleteRelease extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteRelease)
export class DeleteReleaseHandler implements ICommandHandler<DeleteRelease> {
  constructor(private readonly releases: Releases) {}

  execute({ access, id }: DeleteRelease): Promise<void> {
    return this.releases.remove({ id, organizations: access.visible }, (release) => {
      access.assertCanManage(release.organizationId);
      release.assertDraft();
    });
  }
}
