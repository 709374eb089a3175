import { type RawBuilder, sql } from 'kysely';
import type { Counting } from './sql/aggregation.ts';
import type { Statements } from './transaction.ts';

/** A meter that counts, with what it is watched for. */
export interface CountingMeter extends Counting {
  readonly thresholds: readonly number[];
  /** Meters are numbered as they begin to count. */
  readonly number: number;
}

const COLUMNS = sql`id, filter, aggregation, thresholds, number::int as number`;

/** Those of an organization, the oldest first. To be asked while holding the organization. */
export const countingMeters = (organizationId: string): RawBuilder<CountingMeter> =>
  sql`select ${COLUMNS} from metering.meters where organization_id = ${organizationId} and archived_at is null order by number`;

/** Those of an organization that somebody watches; archived ones as well, as what they have counted may find its customer. */
export const watchedMeters = (organizationId: string): RawBuilder<CountingMeter> =>
  sql`select ${COLUMNS} from metering.meters where organization_id = ${organizationId} and thresholds <> '[]'`;

export async function countingMeter(transaction: Statements, id: string): Promise<CountingMeter> {
  const [meter] = await transaction.rows<CountingMeter>(sql`select ${COLUMNS} from metering.meters where id = ${id}`);
  return meter!;
}
