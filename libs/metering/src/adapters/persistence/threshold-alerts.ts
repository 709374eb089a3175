import { type RawBuilder, sql } from 'kysely';
import { CustomerMeterThresholdReached } from '../../domain/customer-meter.events.ts';
import type { CountingMeter } from './counting-meters.ts';
import type { Statements } from './counting-transaction.ts';

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
