import type { FilterQuery, InferEntity } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { changeOne, inTransaction, quotaIdOf } from '#engine/persistence';
import type { MediaFile } from '../../domain/media-file.ts';
import { FileStorageFull } from '../../domain/media-file.errors.ts';
import { MediaFiles, type WhichMediaFile } from '../../domain/media-files.ts';
import { FileMapping, mediaFileRows } from './file.mapping.ts';

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
    const { organizationId, size } = file.snapshot;
    return inTransaction(this.em, 'new MediaFile', async (transaction) => {
      const [{ id: quotaId }] = await transaction.execute<[{ id: string }]>(QUOTA, [organizationId]);
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`files/${quotaId}`]);
      const [row] = await transaction.execute<[{ stored: string }]>(STORED, [quotaId, quotaId]);
      const stored = Number(row.stored);
      if (stored + size > most) throw new FileStorageFull(stored, most);
      await mediaFileRows.insert(transaction, [file]);
    });
  }

  change<T>({ id, organizations }: WhichMediaFile, by: (file: MediaFile) => Sync<T>): Promise<T> {
    const where = { id, deletedAt: null, ...(organizations && { organizationId: { $in: [...organizations] } }) };
    return changeOne(this.em, mediaFileRows, where, by);
  }

  async downloadable(ids: readonly string[], organizations: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const where = {
      id: { $in: [...ids] },
      organizationId: { $in: [...organizations] },
      service: 'downloadable',
      uploadedAt: { $ne: null },
      deletedAt: null,
    } as FilterQuery<InferEntity<typeof FileMapping>>;
    const rows = await this.em.fork().find(FileMapping, where, { fields: ['id', 'organizationId'] as never });
    return new Map(rows.map(({ id, organizationId }) => [id, organizationId]));
  }

  changeUnfinished(createdBefore: Date, by: (file: MediaFile) => void): Promise<number> {
    const where = { uploadedAt: null, deletedAt: null, created_at: { $lt: createdBefore } };
    return inTransaction(this.em, 'MediaFile', async (transaction) => {
      const files = await mediaFileRows.lock(transaction, where, { limit: BATCH, skipsLocked: true });
      files.all.forEach(by);
      await files.save();
      return files.all.length;
    });
  }

  async deletedBefore(moment: Date): Promise<string[]> {
    const where = { deletedAt: { $lt: moment } } as FilterQuery<InferEntity<typeof FileMapping>>;
    const rows = await this.em.fork().find(FileMapping, where, { limit: BATCH, fields: ['id'] as never });
    return rows.map(({ id }) => id);
  }

  async purge(ids: readonly string[]): Promise<void> {
    const where = { id: { $in: [...ids] }, deletedAt: { $ne: null } } as FilterQuery<InferEntity<typeof FileMapping>>;
    await this.em.fork().nativeDelete(FileMapping, where);
  }
}
