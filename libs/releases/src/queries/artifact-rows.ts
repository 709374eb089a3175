import type { EntityManager } from '@mikro-orm/postgresql';
import { anyOf, readDb } from '#engine/persistence';
import type { ReleasesTables } from '../adapters/persistence/release.mapping.ts';

const COLUMNS = [
  'created_at',
  'id',
  'organization_id',
  'release_id',
  'describes',
  'file_id',
  'name',
  'mime_type',
  'platform',
  'architecture',
  'kind',
  'size',
  'sha256',
  'sha512',
  'signature',
  'manifest',
] as const;

/** The artifacts of these organizations. */
export const artifactsOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<ReleasesTables>(em).selectFrom('releases.artifacts').where(anyOf('organization_id', organizations));

export const artifactRowsOf = (em: EntityManager, organizations: readonly string[]) =>
  artifactsOf(em, organizations).select(COLUMNS);
