import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindFileToDownload } from '#catalog/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { Artifact, type FileFacts, type NewArtifact } from '../domain/artifact.ts';
import { FileDigests } from '../domain/file-digests.ts';
import { Artifacts } from '../domain/artifacts.ts';
import { Releases } from '../domain/releases.ts';
import type { StoredFile } from './open-artifact.ts';

/** Adds an uploaded file to a draft, and returns the id of the artifact. */
export class AddArtifact extends Command<string> {
  constructor(
    readonly access: Access,
    readonly fileId: string,
    readonly attributes: Omit<NewArtifact, 'organizationId'>,
  ) {
    super();
  }
}

@CommandHandler(AddArtifact)
export class AddArtifactHandler implements ICommandHandler<AddArtifact> {
  constructor(
    private readonly releases: Releases,
    private readonly artifacts: Artifacts,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, fileId, attributes }: AddArtifact): Promise<string> {
    const { releaseId: id } = attributes;
    const organizationId = await this.releases.organizationOf({ id, organizations: access.visible });
    access.assertCanManage(organizationId);
    const file = await this.queries.execute(new FindFileToDownload(organizationId, fileId));
    if (!file) throw ValidationFailed.at(['fileId'], 'File does not exist or is not yet uploaded.', fileId);
    const artifact = Artifact.create({ ...attributes, organizationId }, await factsOf(file), this.clock.now(organizationId));
    await this.artifacts.add(artifact, (release, others) => {
      release.assertTakesArtifact(others.length);
      const { describes } = artifact;
      if (describes !== null && !others.some((each) => each.id === describes && each.describes === null))
        throw ValidationFailed.at(['describes'], 'The release has no such artifact.', describes);
    });
    return artifact.id;
  }
}

async function factsOf(file: StoredFile): Promise<FileFacts> {
  const digests = new FileDigests();
  for await (const chunk of await file.open()) digests.add(chunk as Uint8Array);
  const { id, name, type, size, sha256 } = file;
  return { id, name, type, size, sha256, ...digests.end() };
}
