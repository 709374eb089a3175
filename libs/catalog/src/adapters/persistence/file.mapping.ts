import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { MediaFile } from '../../domain/media-file.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

/** The stored and published form of an upload part. */
interface PartShape {
  readonly number: number;
  readonly chunk_start: number;
  readonly chunk_end: number;
  readonly checksum_sha256_base64: string | null;
}

export const FileMapping = defineEntity({
  name: 'MediaFileRow',
  schema: 'catalog',
  tableName: 'files',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    service: p.text().$type<'product_media' | 'organization_avatar' | 'downloadable'>(),
    name: p.text(),
    version: p.text().nullable(),
    path: p.text(),
    mimeType: p.text(),
    size: p.integer(),
    /** Base64. */
    checksumSha256: p.text().nullable(),
    checksumEtag: p.text().nullable(),
    parts: p.type(SnakeCaseJson).$type<readonly PartShape[]>(),
    uploadedAt: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
  },
});

export const mediaFileRows = aggregateRows(MediaFile, FileMapping).auditedAs({ type: 'file', without: ['path', 'parts'] });

export interface FileTables {
  'catalog.files': InferKyselyTable<typeof FileMapping>;
}
