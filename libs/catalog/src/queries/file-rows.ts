import type { EntityManager } from '@mikro-orm/postgresql';
import type { FileTables } from '../adapters/persistence/file.mapping.ts';
import type { FileView } from './file.view.ts';

const COLUMNS = [
  'id',
  'organization_id',
  'service',
  'name',
  'version',
  'mime_type',
  'size',
  'checksum_sha256',
  'checksum_etag',
  'uploaded_at',
  'created_at',
] as const;

export const fileRows = (em: EntityManager) =>
  em.getKysely<FileTables>({ convertValues: true }).selectFrom('catalog.files').select(COLUMNS).where('deleted_at', 'is', null);

type Row = Pick<FileTables['catalog.files'], (typeof COLUMNS)[number]>;

const UNIT = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `0.0 B`, `1.0 KB`, `2.5 MB` */
function readable(size: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(size, 1)) / Math.log(UNIT)), UNITS.length - 1);
  return `${(size / UNIT ** power).toFixed(1)} ${UNITS[power]}`;
}

const pathOf = ({ service, organization_id, id, name }: Row): string => `${service}/${organization_id}/${id}/${name}`;

const publicUrl = (baseUrl: string, path: string): string =>
  `${baseUrl}/media/${path.split('/').map(encodeURIComponent).join('/')}`;

export function shownFile(row: Row, baseUrl: string): FileView {
  const { service, checksum_sha256: checksum, uploaded_at, ...file } = row;
  const path = pathOf(row);
  return {
    ...file,
    service,
    path,
    storage_version: null,
    checksum_sha256_base64: checksum,
    checksum_sha256_hex: checksum && Buffer.from(checksum, 'base64').toString('hex'),
    last_modified_at: uploaded_at,
    is_uploaded: uploaded_at !== null,
    size_readable: readable(row.size),
    public_url: publicUrl(baseUrl, path),
  };
}
