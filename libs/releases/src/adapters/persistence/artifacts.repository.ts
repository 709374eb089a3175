import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import { inTransaction } from '#engine/persistence';
import { Artifact } from '../../domain/artifact.ts';
import { Artifacts, type WhichArtifact } from '../../domain/artifacts.ts';
import { ArtifactExists } from '../../domain/release.errors.ts';
import type { Release } from '../../domain/release.ts';
import type { ImageBlob } from '../../domain/package-reader.ts';
import { ArtifactMapping, artifactRows, ImageBlobMapping, releaseRows } from './release.mapping.ts';

@Injectable()
export class MikroOrmArtifacts extends Artifacts {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(
    artifact: Artifact,
    check: (release: Release, others: readonly Artifact[]) => void,
    blobs: readonly ImageBlob[] = [],
  ): Promise<void> {
    const { id: artifactId, organizationId, releaseId } = artifact;
    return inTransaction(this.em, 'new Artifact', async (transaction) => {
      const [release] = (await releaseRows.lock(transaction, { id: releaseId, organizationId })).all;
      if (!release) throw new ResourceNotFound();
      const others = await artifactRows.find(transaction, { organizationId, releaseId });
      check(release, others);
      if (others.some(({ name }) => name === artifact.name)) throw new ArtifactExists(artifact.name);
      await artifactRows.insert(transaction, [artifact]);
      if (blobs.length > 0)
        await transaction.insertMany(
          ImageBlobMapping,
          blobs.map((blob) => ({ ...blob, organizationId, artifactId })),
        );
    });
  }

  remove({ id, organizations }: WhichArtifact, check: (release: Release) => void): Promise<void> {
    return inTransaction(this.em, 'removed Artifact', async (transaction) => {
      const where = { id, organizationId: { $in: [...organizations] } };
      const found = await transaction.findOne(ArtifactMapping, where, { fields: ['organizationId', 'releaseId'] });
      if (!found) throw new ResourceNotFound();
      const { organizationId, releaseId } = found;
      const [release] = (await releaseRows.lock(transaction, { id: releaseId, organizationId })).all;
      if (!release) throw new ResourceNotFound();
      check(release);
      const locked = await artifactRows.lock(transaction, { organizationId, releaseId, $or: [{ id }, { describes: id }] });
      if (locked.all.length === 0) throw new ResourceNotFound();
      await removeBlobs(transaction, organizationId, locked.all);
      await locked.remove();
    });
  }
}

/** The blobs of images go with their artifacts. */
export async function removeBlobs(
  transaction: EntityManager,
  organizationId: string,
  artifacts: readonly Pick<Artifact, 'id'>[],
): Promise<void> {
  const ids = artifacts.map(({ id }) => id);
  await transaction.nativeDelete(ImageBlobMapping, { organizationId, artifactId: { $in: ids } });
}
