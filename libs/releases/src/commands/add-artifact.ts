import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindFileToDownload } from '#catalog/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { Artifact, type FileFacts, type NewArtifact } from '../domain/artifact.ts';
import { FileDigests } from '../domain/file-digests.ts';
import { Artifacts } from '../domain/artifacts.ts';
import { type PackageContents, PackageReader } from '../domain/package-reader.ts';
import type { Release } from '../domain/release.ts';
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
    private readonly packages: PackageReader,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, fileId, attributes }: AddArtifact): Promise<string> {
    const { releaseId: id } = attributes;
    const organizationId = await this.releases.organizationOf({ id, organizations: access.visible });
    access.assertCanManage(organizationId);
    const file = await this.queries.execute(new FindFileToDownload(organizationId, fileId));
    if (!file) throw ValidationFailed.at(['fileId'], 'File does not exist or is not yet uploaded.', fileId);
    const { facts, contents } = await this.read(file, attributes);
    const manifest = contents?.manifest ?? attributes.manifest;
    const artifact = Artifact.create({ ...attributes, manifest, organizationId }, facts, this.clock.now(organizationId));
    const check = (release: Release, others: readonly Artifact[]): void => {
      release.assertTakesArtifact(others.length);
      const { describes } = artifact;
      if (describes !== null && !others.some((each) => each.id === describes && each.describes === null))
        throw ValidationFailed.at(['describes'], 'The release has no such artifact.', describes);
    };
    await this.artifacts.add(artifact, check, contents?.blobs);
    return artifact.id;
  }

  /** All bytes of the file, once. */
  private async read(file: StoredFile, { kind, manifest }: AddArtifact['attributes']): Promise<ReadFile> {
    const inspection = this.packages.inspect(kind, file.name);
    if (inspection && manifest !== null)
      throw ValidationFailed.at(['manifest'], 'The service reads the manifest of this kind from the file.', manifest);
    const digests = new FileDigests();
    for await (const chunk of await file.open()) {
      digests.add(chunk as Uint8Array);
      inspection?.add(chunk as Uint8Array);
    }
    const { id, name, type, size, sha256 } = file;
    const facts = { id, name, type, size, sha256, ...digests.end() };
    return { facts, contents: await inspection?.end((range) => bytesOf(file, range)) };
  }
}

interface ReadFile {
  readonly facts: FileFacts;
  readonly contents: PackageContents | undefined;
}

async function bytesOf(file: StoredFile, range: Parameters<StoredFile['open']>[0]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.open(range)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
