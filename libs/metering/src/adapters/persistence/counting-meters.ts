import { type RawBuilder, sql } from 'kysely';
import type { LateEvents } from '../../domain/meter.ts';
import type { StoredMeterDefinition } from './sql/aggregation.ts';
import type { Statements } from './counting-transaction.ts';

/** A meter with its thresholds, as needed to count. */
export interface CountingMeter extends StoredMeterDefinition {
  readonly thresholds: readonly number[];
  readonly late_events: LateEvents;
  /** Meters are numbered in the order in which they started to count. */
  readonly number: number;
}

const COLUMNS = sql`id, filter, aggregation, thresholds, late_events, number::int as number`;

/** The meters of an organization that are not archived, oldest first. The caller holds the lock of the organization. */
export const countingMeters = (organizationId: string): RawBuilder<CountingMeter> =>
  sql`select ${COLUMNS} from metering.meters where organization_id = ${organizationId} and archived_at is null order by number`;

/** The meters of an organization that have thresholds. Includes archived ones: their usage may be linked to a customer later. */
export const metersWithThresholds = (organizationId: string): RawBuilder<CountingMeter> =>
  sql`select ${COLUMNS} from metering.meters where organization_id = ${organizationId} and thresholds <> '[]'`;

/** All meters of an organization: an archived one keeps what it has counted. */
export const allMetersOf = (organizationId: string): RawBuilder<CountingMeter> =>
  sql`select ${COLUMNS} from metering.meters where organization_id = ${organizationId} order by number`;

export async function countingMeter(transaction: Pick<Statements, 'rows'>, id: string): Promise<CountingMeter> {
  const [meter] = await transaction.rows<CountingMeter>(sql`select ${COLUMNS} from metering.meters where id = ${id}`);
  return meter!;
}
