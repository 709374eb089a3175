import { type RawBuilder, sql } from 'kysely';
import type { LateEvents } from '../../domain/meter.ts';
import type { StoredMeterDefinition } from './sql/aggregation.ts';
import type { Statements } from './counting-transaction.ts';
import { CustomerMeterThresholdReached } from '../../domain/customer-meter.events.ts';

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

export async function countingMeter(transaction: Statements, id: string): Promise<CountingMeter> {
  const [meter] = await transaction.rows<CountingMeter>(sql`select ${COLUMNS} from metering.meters where id = ${id}`);
  return meter!;
}

/** A threshold that the usage of a customer has reached for the first time in the current billing window. */
export interface ThresholdAlert {
  readonly customer_meter_id: string;
  readonly customer_id: string;
  readonly meter_id: string;
  readonly threshold: number;
  readonly consumed_units: number;
}

/** Selects the alerts, as a JSON array, for the thresholds between `previous_peak` and `peak` of the changed balances. */
export function thresholdAlertsIn(changed: RawBuilder<unknown>, meters: readonly CountingMeter[]): RawBuilder<unknown> {
  const watched = meters.flatMap(({ id, thresholds }) => thresholds.map((threshold) => ({ id, threshold: String(threshold) })));
  if (watched.length === 0) return sql`'[]'::jsonb`;
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'customer_meter_id', c.id, 'customer_id', c.customer_id, 'meter_id', b.meter_id,
      'threshold', threshold, 'consumed_units', metering.as_double(b.peak))), '[]'::jsonb)
    from ${changed} as b
    join unnest(${watched.map(({ id }) => id)}::uuid[], ${watched.map(({ threshold }) => threshold)}::numeric[]) as watched (meter_id, threshold)
      on watched.meter_id = b.meter_id and b.previous_peak < threshold and threshold <= b.peak
    join metering.customer_meters c on c.id = b.customer_meter_id)`;
}

/** Publishes an alert for each threshold that the last change of these balances reached. */
export async function publishThresholdAlerts(
  transaction: Statements,
  organizationId: string,
  balances: RawBuilder<unknown>,
  meters: readonly CountingMeter[],
  now: Date,
): Promise<void> {
  const [row] = await transaction.rows<{ alerts: ThresholdAlert[] }>(
    sql`select ${thresholdAlertsIn(balances, meters)} as alerts`,
  );
  recordThresholdAlerts(transaction, organizationId, row!.alerts, now);
}

export function recordThresholdAlerts(
  transaction: Statements,
  organizationId: string,
  alerts: readonly ThresholdAlert[],
  now: Date,
): void {
  const sorted = alerts.toSorted((a, b) => a.threshold - b.threshold);
  for (const { customer_meter_id, ...payload } of sorted) {
    transaction.record(new CustomerMeterThresholdReached(organizationId, customer_meter_id, now, payload));
  }
}
