import { type FilterQuery, LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { changeOne, inTransaction, quotaIdOf, recordChanges, snapshotsOf } from '#platform/persistence';
import { MediaFile } from '../../domain/media-file.ts';
import { FileStorageFull } from '../../domain/media-file.errors.ts';
import { MediaFiles, type WhichMediaFile } from '../../domain/media-files.ts';

const BATCH = 200;

const QUOTA = `select ${quotaIdOf('given.id')} as id from (values (?::uuid)) as given (id)`;

const STORED = `select coalesce(sum(size), 0) as stored from catalog.files where deleted_at is null
  and organization_id in (select ?::uuid union all select organization_id from platform.quotas where quota_id = ?)`;

@Injectable()
export class MikroOrmMediaFiles extends MediaFiles {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes uploads of organizations that are counted together take turns. */
  add(file: MediaFile, most: number): Promise<void> {
    const { organizationId, size } = file;
    return inTransaction(this.em, 'new MediaFile', async (transaction) => {
      const [{ id: quotaId }] = await transaction.execute<[{ id: string }]>(QUOTA, [organizationId]);
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`files/${quotaId}`]);
      const [row] = await transaction.execute<[{ stored: string }]>(STORED, [quotaId, quotaId]);
      const stored = Number(row.stored);
      if (stored + size > most) throw new FileStorageFull(stored, most);
      transaction.persist(file);
      await transaction.flush();
      await recordChanges(transaction, snapshotsOf([]), [file]);
    });
  }

  change<T>({ id, organizations }: WhichMediaFile, by: (file: MediaFile) => Sync<T>): Promise<T> {
    const where = { id, deletedAt: null, ...(organizations && { organizationId: { $in: [...organizations] } }) };
    return changeOne(this.em, MediaFile, where, by);
  }

  async downloadable(ids: readonly string[], organizations: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const where = {
      id: { $in: [...ids] },
      organizationId: { $in: [...organizations] },
      service: 'downloadable',
      uploadedAt: { $ne: null },
      deletedAt: null,
    } as FilterQuery<MediaFile>;
    const rows = await this.em.fork().find(MediaFile, where, { fields: ['id', 'organizationId'] as never });
    return new Map(rows.map(({ id, organizationId }) => [id, organizationId]));
  }

  changeUnfinished(createdBefore: Date, by: (file: MediaFile) => void): Promise<number> {
    const where = { uploadedAt: null, deletedAt: null, created_at: { $lt: createdBefore } } as FilterQuery<MediaFile>;
    return inTransaction(this.em, 'MediaFile', async (transaction) => {
      const found = await transaction.find(MediaFile, where, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, limit: BATCH });
      const before = snapshotsOf(found);
      for (const file of found) by(file);
      await transaction.flush();
      await recordChanges(transaction, before, found);
      return found.length;
    });
  }

  async deletedBefore(moment: Date): Promise<string[]> {
    const where = { deletedAt: { $lt: moment } } as FilterQuery<MediaFile>;
    const rows = await this.em.fork().find(MediaFile, where, { limit: BATCH, fields: ['id'] as never });
    return rows.map(({ id }) => id);
  }

  async purge(ids: readonly string[]): Promise<void> {
    const where = { id: { $in: [...ids] }, deletedAt: { $ne: null } } as FilterQuery<MediaFile>;
    await this.em.fork().nativeDelete(MediaFile, where);
  }
}
