import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { addRows, inTransaction } from '#engine/persistence';
import { VersionExists } from '../../domain/release.errors.ts';
import { Release } from '../../domain/release.ts';
import { Releases, type WhichRelease } from '../../domain/releases.ts';
import { removeBlobs } from './artifacts.repository.ts';
import { ArtifactMapping, artifactRows, ReleaseMapping, releaseRows } from './release.mapping.ts';

const where = ({ id, organizations }: WhichRelease) => ({ id, organizationId: { $in: [...organizations] } });

@Injectable()
export class MikroOrmReleases extends Releases {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The unique index decides, also of two that are added at once. */
  async add(release: Release): Promise<void> {
    try {
      await addRows(this.em, releaseRows, [release]);
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new VersionExists(release.snapshot.version) : error;
    }
  }

  change<T>(which: WhichRelease, by: (release: Release, artifacts: number) => Sync<T>): Promise<T> {
    return inTransaction(this.em, Release.name, async (transaction) => {
      const locked = await releaseRows.lock(transaction, where(which));
      const [release] = locked.all;
      if (!release) throw new ResourceNotFound();
      const { organizationId, id: releaseId } = release;
      const outcome = by(release, await transaction.count(ArtifactMapping, { organizationId, releaseId }));
      await locked.save();
      return outcome as T;
    });
  }

  remove(which: WhichRelease, check: (release: Release) => void): Promise<void> {
    return inTransaction(this.em, 'removed Release', async (transaction) => {
      const locked = await releaseRows.lock(transaction, where(which));
      const [release] = locked.all;
      if (!release) throw new ResourceNotFound();
      check(release);
      const { organizationId, id: releaseId } = release;
      const artifacts = await artifactRows.lock(transaction, { organizationId, releaseId });
      await removeBlobs(transaction, organizationId, artifacts.all);
      await artifacts.remove();
      await locked.remove();
    });
  }

  async organizationOf(which: WhichRelease): Promise<string> {
    const release = await this.em.fork().findOne(ReleaseMapping, where(which), { fields: ['organizationId'] });
    if (!release) throw new ResourceNotFound();
    return release.organizationId;
  }
}
