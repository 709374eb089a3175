import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ValidationFailed } from '#kernel';
import { digestUuid } from '#support/texts';
import { CustomerMeterCorrected } from '../../domain/customer-meter.events.ts';
import {
  errorsOfNames,
  EventCorrections,
  eventsToChange,
  type MeantEvent,
  type NamedEvents,
  type Voiding,
  type VoidingOutcome,
} from '../../domain/event-corrections.ts';
import { allMetersOf, type CountingMeter } from './counting-meters.ts';
import { createCustomerMeters } from './resolve-subjects.ts';
import { addToBuckets, findExtremesOfBuckets } from './sql/corrected-buckets.ts';
import { countAgain } from './sql/corrected-extremes.ts';
import { addToCounters, type ChangedCounters, type Correction, correctPeaks, insertMissingBalances } from './sql/corrections.ts';
import { hasId } from './sql/stored-events.ts';
import { addTimes } from './sql/usage-rollups.ts';
import { expireCreditsOf } from './stored-credits.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { recountPlacesOf } from './subject-usage.ts';
import { Transaction } from './transaction.ts';

interface FoundEvent extends MeantEvent {
  /** The subject that the event counts for. */
  readonly subjectId: string;
  readonly customerId: string | null;
  readonly voidedAt: Date | null;
}

/** Under the exclusive lock of the organization nothing is counted meanwhile. */
@Injectable()
export class SqlEventCorrections extends EventCorrections {
  constructor(private readonly em: EntityManager) {
    super();
  }

  setVoided(organizationId: string, events: NamedEvents, voiding: Voiding, now: Date): Promise<VoidingOutcome> {
    return Transaction.runStep(this.em, 'EventVoiding', async (transaction) => {
      await transaction.lockOrganization(organizationId, 'exclusive');
      const found = await transaction.rows(eventsNamed(organizationId, events));
      ValidationFailed.throwIfAny(errorsOfNames(events, found));
      const changed = eventsToChange(found, voiding) as readonly FoundEvent[];
      const unchanged = new Set(found.map(({ id }) => id)).size - changed.length;
      if (changed.length > 0) await change(transaction, organizationId, changed, voiding, now);
      return { changed: changed.length, unchanged };
    });
  }
}

const eventsNamed = (organizationId: string, { ids, externalIds }: NamedEvents) => sql<FoundEvent>`
  with named as materialized (
    select nth, coalesce(given.id, (
      select k.event_id from metering.event_external_ids k where k.organization_id = ${organizationId}::uuid and k.key = given.key limit 1
    )) as id
    from unnest(${[...ids, ...externalIds.map(() => null)]}::uuid[], ${[...ids.map(() => null), ...externalIds.map(digestUuid)]}::uuid[])
      with ordinality as given (id, key, nth)
  ),
  found as materialized (
    select e.id, e.subject_id, e.source, e.voided_at, named.nth
    from named join metering.events e on e.organization_id = ${organizationId}::uuid and ${hasId('e', sql`named.id`)}
  )
  select found.id, (nth - 1)::int as position, source, voided_at as "voidedAt", voided_at is not null as "isVoided", s.customer_id as "customerId",
    coalesce(s.merged_into, s.id) as "subjectId"
  from found join metering.subjects s on s.id = found.subject_id order by nth`;

async function change(
  transaction: Transaction,
  organizationId: string,
  events: readonly FoundEvent[],
  voiding: Voiding,
  now: Date,
): Promise<void> {
  // Credits that have ended cover what was counted until then.
  await expireCreditsOf(transaction, [...new Set(events.map(({ subjectId }) => subjectId))], now);
  const meters = await transaction.rows(allMetersOf(organizationId));
  const { isVoided } = voiding;
  const correction = { organizationId, eventIds: events.map(({ id }) => id), meters, isVoided, now };
  // Voided events are counted by no meter, so what they counted is read while they are not voided.
  const store = () =>
    transaction.rows(sql`
      update metering.events as e set voided_at = ${isVoided ? now.toISOString() : null}::timestamptz
      from unnest(${correction.eventIds}::uuid[]) as named (id)
      where e.organization_id = ${organizationId}::uuid and ${hasId('e', sql`named.id`)}`);
  if (!isVoided) {
    await store();
    await transaction.rows(insertMissingBalances(correction));
  }
  const counters = await transaction.rows(addToCounters(correction));
  const buckets = await transaction.rows(addToBuckets(correction));
  if (isVoided) {
    await store();
    for (const meter of meters) {
      const own = counters.filter(({ meter_id, is_counted_again }) => meter_id === meter.id && is_counted_again);
      if (own.length > 0) await transaction.rows(countAgain(organizationId, meter, own));
      const starts = buckets.filter(({ meter_id }) => meter_id === meter.id).map(({ bucket }) => bucket);
      if (starts.length > 0) await transaction.rows(findExtremesOfBuckets(organizationId, meter, starts));
    }
  }
  // Whoever counts events locks the position of sums before the meters, too.
  await correctRollups(transaction, correction);
  await recountPlacesOf(transaction, organizationId, correction.eventIds);
  await publish(transaction, organizationId, counters, meters, now);
  await transaction.recordAll(events.map((event) => recordedChange(organizationId, event, voiding, now)));
}

/** Under the lock of the position no events are added up meanwhile, and later ones will be as they are now. */
async function correctRollups(transaction: Transaction, { organizationId, eventIds, isVoided }: Correction): Promise<void> {
  const [summing] = await transaction.rows<{ summed_to: string }>(
    sql`select summed_to::text from metering.usage_summing for share`,
  );
  const events = sql`unnest(${eventIds}::uuid[]) as named (id) join metering.events e on e.organization_id = ${organizationId}::uuid
    and ${hasId('e', sql`named.id`)} where e.seq <= ${summing!.summed_to}::bigint`;
  await transaction.rows(addTimes(events, isVoided ? -1 : 1));
}

/** Tells whose use is another one now, and which thresholds it has reached or reaches no more. */
async function publish(
  transaction: Transaction,
  organizationId: string,
  counters: readonly ChangedCounters[],
  meters: readonly CountingMeter[],
  now: Date,
): Promise<void> {
  if (counters.length === 0) return;
  const changed = sql`(b.subject_id, b.meter_id) in (
    select * from unnest(${counters.map(({ subject_id }) => subject_id)}::uuid[], ${counters.map(({ meter_id }) => meter_id)}::uuid[]))`;
  await transaction.rows(createCustomerMeters(changed, now));
  const thresholds = new Map(meters.map((meter) => [meter.id, meter.thresholds]));
  for (const row of await transaction.rows(correctPeaks(counters))) {
    const { id, customer_id, meter_id, units, consumed_units } = row;
    if (id === null || customer_id === null) continue;
    const undone = thresholds.get(meter_id)!.filter((threshold) => row.peak < threshold && threshold <= row.previous_peak);
    const payload = { customer_id, meter_id, units, consumed_units, thresholds_undone: undone };
    if (units !== 0 || undone.length > 0) transaction.record(new CustomerMeterCorrected(organizationId, id, now, payload));
  }
  await publishThresholdAlerts(
    transaction,
    organizationId,
    sql`(select * from metering.balances b where ${changed})`,
    meters,
    now,
  );
}

function recordedChange(organizationId: string, { id, customerId, voidedAt }: FoundEvent, voiding: Voiding, now: Date) {
  const resource = { type: 'event', id, organizationId, customerId, isDeleted: false };
  const { isVoided, reason } = voiding;
  return {
    before: { ...resource, fields: { voided_at: voidedAt } },
    after: { ...resource, fields: { voided_at: isVoided ? now : null, reason } },
  };
}
