import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { MediaFile } from '../../domain/media-file.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

/** The row as queries see it. */
export interface FilesTable {
  readonly id: string;
  readonly organization_id: string;
  readonly service: 'product_media' | 'organization_avatar';
  readonly name: string;
  readonly version: string | null;
  readonly path: string;
  readonly mime_type: string;
  readonly size: number;
  /** In base64. */
  readonly checksum_sha256: string | null;
  readonly checksum_etag: string | null;
  readonly parts: readonly {
    readonly number: number;
    readonly chunk_start: number;
    readonly chunk_end: number;
    readonly checksum_sha256_base64: string | null;
  }[];
  readonly uploaded_at: Date | null;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
}

export interface FileTables {
  readonly 'catalog.files': FilesTable;
}

export const FileMapping = defineEntity({
  class: entityClass(MediaFile),
  schema: 'catalog',
  tableName: 'files',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    service: p.text(),
    name: p.text(),
    version: p.text().nullable(),
    path: p.text(),
    mimeType: p.text(),
    size: p.integer(),
    checksumSha256: p.text().nullable(),
    checksumEtag: p.text().nullable(),
    parts: p.type(SnakeCaseJson),
    uploadedAt: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
  },
});
