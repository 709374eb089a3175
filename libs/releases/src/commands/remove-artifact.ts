import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { Artifacts } from '../domain/artifacts.ts';

/** Takes an artifact, with those that describe it, from a draft. Their files stay. */
export class RemoveArtifact extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveArtifact)
export class RemoveArtifactHandler implements ICommandHandler<RemoveArtifact> {
  constructor(private readonly artifacts: Artifacts) {}

  execute({ access, id }: RemoveArtifact): Promise<void> {
    return this.artifacts.remove({ id, organizations: access.visible }, (release) => {
      access.assertCanManage(release.organizationId);
      release.assertDraft();
    });
  }
}
