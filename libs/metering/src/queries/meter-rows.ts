import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { fixedRead, readDb } from '#engine/persistence';
import type { MeteringTables } from '../adapters/persistence/meter.mapping.ts';
import type { MeterView } from './meter.view.ts';

export const allMeters = (em: EntityManager) => readDb<MeteringTables>(em).selectFrom('metering.meters');

export const METER_COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'name',
  'unit',
  'custom_label',
  'custom_multiplier',
  'filter',
  'aggregation',
  'organization_id',
  'metadata',
  'archived_at',
  'late_events',
] as const;

const readMeters = fixedRead((db: Kysely<MeteringTables>, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('metering.meters')
    .select(METER_COLUMNS)
    .where(sql<boolean>`id = any(${ids}::uuid[])`),
);

/** Meters by id, without regard to the organization. */
export async function metersById(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, MeterView>> {
  const rows = await readMeters(em, { ids });
  return new Map(rows.map((row) => [row.id, row as unknown as MeterView]));
}
