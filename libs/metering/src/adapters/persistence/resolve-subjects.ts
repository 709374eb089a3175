import { type RawBuilder, sql } from 'kysely';
import { CustomerUsageStarted } from '../../domain/customer-meter.events.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import type { UnresolvedSubjects } from './event-batch.ts';
import { watchedMeters } from './counting-meters.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { keyOf } from './sql/event-keys.ts';
import { mergeSubject } from './merge-subject.ts';
import type { Transaction } from './transaction.ts';

/** Meters of subjects are made when something is to be counted; without that, subjects only follow their customers. */
type ToSettle = UnresolvedSubjects & { readonly forCounting: boolean };

/** Makes subjects agree with what is known of customers. Nobody counts in the organization meanwhile. */
export async function resolveSubjects(
  transaction: Transaction,
  organizationId: string,
  { customers, externalIds, forCounting }: ToSettle,
  now: Date,
): Promise<void> {
  await transaction.lockOrganization(organizationId, 'alone');
  const living = customers.filter(({ isDeleted }) => !isDeleted);
  await release(transaction, organizationId, customers);
  const bound = await linkCustomers(transaction, organizationId, living, now);
  await transaction.rows(insertMissing(organizationId, living, externalIds));
  await transaction.rows(describe(organizationId, living));
  const subjects = await subjectsOf(transaction, organizationId, customers, externalIds);
  if (forCounting) await assignMeters(transaction, organizationId, subjects);
  await transaction.rows(showMeters(sql`b.subject_id = any(${subjects}::uuid[])`, now));
  await transaction.rows(nameMeters(subjects));
  await tell(transaction, organizationId, bound, now);
}

const ids = (customers: readonly KnownCustomer[]) => customers.map(({ id }) => id);
const keys = (customers: readonly KnownCustomer[]) =>
  customers.map(({ externalId }) => (externalId === null ? null : keyOf(externalId)));

/** An external id belongs to whom its owner says. Whoever had it before keeps what was used, and is found by what was told of it. */
async function release(transaction: Transaction, organizationId: string, customers: readonly KnownCustomer[]): Promise<void> {
  const living = customers.filter(({ isDeleted }) => !isDeleted);
  const gone = customers.filter(({ isDeleted }) => isDeleted);
  await transaction.rows(sql`
    update metering.subjects as s set external_key = null, former_key = external_key
    where organization_id = ${organizationId} and customer_id is not null and external_key is not null
      and (customer_id = any(${ids(gone)}::uuid[])
        or exists (select from unnest(${ids(living)}::uuid[], ${keys(living)}::uuid[]) as known (customer_id, key)
          where known.key = s.external_key and known.customer_id <> s.customer_id))`);
}

/** What was used under an external id before there was a customer is that customer's. Answers the subjects that gained by it. */
async function linkCustomers(
  transaction: Transaction,
  organizationId: string,
  living: readonly KnownCustomer[],
  now: Date,
): Promise<string[]> {
  const known = sql`unnest(${ids(living)}::uuid[], ${keys(living)}::uuid[]) as known (customer_id, key)`;
  const bound = await transaction.rows<{ id: string }>(sql`
    update metering.subjects as s set customer_id = known.customer_id from ${known}
    where s.organization_id = ${organizationId} and s.external_key = known.key and s.customer_id is null and not exists (
      select from metering.subjects as own where own.organization_id = s.organization_id and own.customer_id = known.customer_id
    ) returning s.id`);
  const assigned = bound.map(({ id }) => id);
  await transaction.rows(sql`update metering.balances set previous_peak = 0 where subject_id = any(${assigned}::uuid[])`);
  const pending = await transaction.rows<{ from: string; into: string; customer: string }>(sql`
    select s.id as "from", own.id as "into", known.customer_id as customer from ${known}
    join metering.subjects as s on s.organization_id = ${organizationId} and s.external_key = known.key and s.customer_id is null
    join metering.subjects as own on own.organization_id = s.organization_id and own.customer_id = known.customer_id
      and own.merged_into is null`);
  for (const { from, into, customer } of pending) await mergeSubject(transaction, { from, into, customer }, now);
  return [...assigned, ...pending.map(({ into }) => into)];
}

const insertMissing = (organizationId: string, living: readonly KnownCustomer[], externalIds: readonly string[]) => sql`
  insert into metering.subjects (id, organization_id, customer_id, external_key, known_meters)
  select gen_random_uuid(), ${organizationId}, customer_id, key, 0 from (
    select customer_id, null::uuid as key from unnest(${ids(living)}::uuid[]) as known (customer_id)
    where not exists (select from metering.subjects s where s.organization_id = ${organizationId} and s.customer_id = known.customer_id)
    union all
    select null, key from unnest(${externalIds.map(keyOf)}::uuid[]) as unknown (key)
    where not exists (select from metering.subjects s where s.organization_id = ${organizationId} and s.external_key = unknown.key)
  ) as missing`;

const describe = (organizationId: string, living: readonly KnownCustomer[]) => sql`
  update metering.subjects as s set external_key = known.key, customer_name = known.name
  from unnest(${ids(living)}::uuid[], ${keys(living)}::uuid[], ${living.map(({ name }) => name)}::text[]) as known (customer_id, key, name)
  where s.organization_id = ${organizationId} and s.customer_id = known.customer_id and s.merged_into is null
    and (s.external_key, s.customer_name) is distinct from (known.key, known.name)`;

async function subjectsOf(
  transaction: Transaction,
  organizationId: string,
  customers: readonly KnownCustomer[],
  externalIds: readonly string[],
): Promise<string[]> {
  const rows = await transaction.rows<{ id: string }>(sql`
    select id from metering.subjects where organization_id = ${organizationId} and merged_into is null
      and (customer_id = any(${ids(customers)}::uuid[]) or external_key = any(${externalIds.map(keyOf)}::uuid[]))`);
  return rows.map(({ id }) => id);
}

/** A subject has a balance of every meter that counts. */
export async function assignMeters(transaction: Transaction, organizationId: string, subjects: readonly string[]): Promise<void> {
  await transaction.rows(sql`
    insert into metering.balances (subject_id, meter_id, organization_id, func)
    select s.id, m.id, s.organization_id, m.aggregation ->> 'func' from metering.subjects s
    join metering.meters m on m.organization_id = ${organizationId} and m.archived_at is null and m.number > s.known_meters
    where s.id = any(${subjects}::uuid[]) order by 1, 2 on conflict do nothing`);
  await transaction.rows(sql`
    update metering.subjects as s set known_meters = newest from (
      select max(number) as newest from metering.meters where organization_id = ${organizationId} and archived_at is null
    ) as meters where newest > s.known_meters and s.id = any(${subjects}::uuid[])`);
}

/** A balance is a customer meter once its subject is a customer. */
export const showMeters = (balances: RawBuilder<unknown>, now: Date) => sql`
  with shown as (
    insert into metering.customer_meters (id, organization_id, meter_id, subject_id, customer_id, customer_name, created_at)
    select gen_random_uuid(), b.organization_id, b.meter_id, s.id, s.customer_id, s.customer_name, ${now.toISOString()}::timestamptz
    from metering.balances b join metering.subjects s on s.id = b.subject_id
    where ${balances} and b.customer_meter_id is null and s.customer_id is not null order by b.subject_id, b.meter_id
    returning id, subject_id, meter_id
  )
  update metering.balances as b set customer_meter_id = shown.id from shown
  where b.subject_id = shown.subject_id and b.meter_id = shown.meter_id`;

const nameMeters = (subjects: readonly string[]) => sql`
  update metering.customer_meters as c set customer_name = s.customer_name from metering.subjects s
  where s.id = c.subject_id and s.id = any(${subjects}::uuid[]) and c.customer_name is distinct from s.customer_name`;

/** The owner of customers is told when the first event was; and others, which thresholds were passed unseen. */
async function tell(transaction: Transaction, organizationId: string, bound: readonly string[], now: Date): Promise<void> {
  if (bound.length === 0) return;
  const began = await transaction.rows<{ customer_id: string; at: string }>(sql`
    select customer_id, to_char(first_event_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from metering.subjects where id = any(${bound}::uuid[]) and first_event_at is not null`);
  for (const { customer_id, at } of began) {
    transaction.record(new CustomerUsageStarted(organizationId, customer_id, now, new Date(at)));
  }
  const unseen = sql`(select * from metering.balances where subject_id = any(${bound}::uuid[]))`;
  await publishThresholdAlerts(transaction, organizationId, unseen, await transaction.rows(watchedMeters(organizationId)), now);
}
