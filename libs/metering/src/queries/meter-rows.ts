import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readDb } from '#platform/persistence';
import type { MeteringTables } from '../adapters/persistence/meter.mapping.ts';
import type { MeterView } from '../contract/meter.view.ts';

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
] as const;

/** Meters by id, without regard to the organization. */
export async function metersById(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, MeterView>> {
  const rows = await allMeters(em)
    .select(METER_COLUMNS)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row as unknown as MeterView]));
}
