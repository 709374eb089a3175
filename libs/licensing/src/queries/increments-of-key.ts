import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';
import type { Position } from '#platform/wire';
import { metadataMatches, readDb } from '#engine/persistence';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import type { KeptIncrementView } from './kept-increment.view.ts';

export interface IncrementFilter {
  readonly counter?: string;
  readonly activation_id?: string;
  readonly metadata?: MetadataFilter;
  readonly start_timestamp?: Date;
  readonly end_timestamp?: Date;
}

interface Wanted {
  readonly after: Position | null;
  readonly limit: number;
  readonly isDescending: boolean;
}

export const INCREMENT_COLUMNS = ['id', 'created_at', 'counter', 'units', 'activation_id', 'metadata'] as const;

/** The increments of a key that are kept. */
export const incrementsOf = (em: EntityManager, organizationId: string, licenseKeyId: string) =>
  readDb<LicensingTables>(em)
    .selectFrom('licensing.key_increments')
    .select(INCREMENT_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('license_key_id', '=', licenseKeyId);

/** At most `limit` increments after a position that match, in the order of their times. */
export async function readIncrements(
  em: EntityManager,
  key: { readonly organizationId: string; readonly id: string },
  filter: IncrementFilter,
  { after, limit, isDescending }: Wanted,
): Promise<KeptIncrementView[]> {
  const [beyond, direction] = isDescending ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
  let query = incrementsOf(em, key.organizationId, key.id).where(metadataMatches(filter.metadata ?? []));
  if (filter.counter !== undefined) query = query.where('counter', '=', filter.counter);
  if (filter.activation_id !== undefined) query = query.where('activation_id', '=', filter.activation_id);
  if (filter.start_timestamp) query = query.where('created_at', '>=', filter.start_timestamp);
  if (filter.end_timestamp) query = query.where('created_at', '<', filter.end_timestamp);
  if (after) query = query.where(isBeyond(after, beyond));
  const rows = await query.orderBy('created_at', direction).orderBy('id', direction).limit(limit).execute();
  return rows as KeptIncrementView[];
}

const isBeyond = ({ at, id }: Position, beyond: '<' | '>'): RawBuilder<boolean> =>
  sql<boolean>`(created_at, id) ${sql.raw(beyond)} (${at}::timestamptz, ${id}::uuid)`;

export const positionOf = ({ created_at, id }: KeptIncrementView): Position => ({ at: new Date(created_at), id });
