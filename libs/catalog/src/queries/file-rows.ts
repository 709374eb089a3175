import type { EntityManager } from '@mikro-orm/postgresql';
import { readDb } from '#engine/persistence';
import type { FileTables } from '../adapters/persistence/file.mapping.ts';
import type { FileView } from '../views/file.view.ts';

const COLUMNS = [
  'id',
  'organization_id',
  'service',
  'name',
  'version',
  'path',
  'mime_type',
  'size',
  'checksum_sha256',
  'checksum_etag',
  'uploaded_at',
] as const;

export const FILE_COLUMNS = [...COLUMNS, 'created_at'] as const;

/** Files that are not deleted. */
export const existingFiles = (em: EntityManager) =>
  readDb<FileTables>(em).selectFrom('catalog.files').where('deleted_at', 'is', null);

export const commonFileRows = (em: EntityManager) => existingFiles(em).select(COLUMNS);

export const fileRows = (em: EntityManager) => existingFiles(em).select(FILE_COLUMNS);

/** Files whose upload is complete. */
export const completeFiles = (em: EntityManager) => fileRows(em).where('uploaded_at', 'is not', null);

export type FileRow = Pick<FileTables['catalog.files'], (typeof COLUMNS)[number] | 'created_at'>;

const UNIT = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `0.0 B`, `1.0 KB`, `2.5 MB` */
function readable(size: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(size, 1)) / Math.log(UNIT)), UNITS.length - 1);
  return `${(size / UNIT ** power).toFixed(1)} ${UNITS[power]}`;
}

const publicUrl = (baseUrl: string, path: string): string =>
  `${baseUrl}/media/${path.split('/').map(encodeURIComponent).join('/')}`;

/** Converts Base64 to hexadecimal. */
export const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** The fields that a file has in every state of its upload. */
export function commonFields<R extends Omit<FileRow, 'created_at' | 'service'>>({
  checksum_sha256: checksum,
  uploaded_at,
  ...file
}: R) {
  return {
    ...file,
    storage_version: null,
    checksum_sha256_base64: checksum,
    checksum_sha256_hex: checksum && hexOf(checksum),
    last_modified_at: uploaded_at,
    is_uploaded: uploaded_at !== null,
    size_readable: readable(file.size),
  };
}

/** Files to download have no public URL. */
export function toFileView({ created_at, service, ...file }: FileRow, baseUrl: string): FileView {
  const fields = { ...commonFields(file), created_at };
  if (service === 'downloadable') return { ...fields, service, flagged_malicious_at: null };
  return { ...fields, service, public_url: publicUrl(baseUrl, file.path) };
}
