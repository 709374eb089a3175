import { type RawBuilder, sql } from 'kysely';
import { EMBEDDED_CUSTOMERS } from '#customer-portal/contract';
import { digestUuid } from '#kernel';
import { CustomerUsageStarted } from '../../domain/customer-meter.events.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import type { UnresolvedSubjects } from './event-batch.ts';
import { metersWithThresholds } from './counting-meters.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { mergeSubject } from './merge-subject.ts';
import type { Transaction } from './transaction.ts';

/** Without `forCounting` subjects get no balances: only their links and names are updated. */
type ResolveInput = UnresolvedSubjects & { readonly forCounting: boolean };

/**
 * Creates, links and updates the subjects of customers and external ids. The exclusive lock keeps the organization from counting
 * meanwhile.
 */
export async function resolveSubjects(
  transaction: Transaction,
  organizationId: string,
  { customers, externalIds, forCounting }: ResolveInput,
  now: Date,
): Promise<void> {
  await transaction.lockOrganization(organizationId, 'exclusive');
  const linked = await moveExternalIds(transaction, organizationId, customers, now);
  const stored = await transaction.rows(storeSubjects(organizationId, customers, externalIds));
  const subjects = stored.map(({ id }) => id);
  if (forCounting) await assignMeters(transaction, organizationId, subjects);
  const known = stored.flatMap(({ id, isNew }) => (isNew ? [] : id));
  const withBalances = forCounting ? subjects : known;
  if (withBalances.length > 0)
    await transaction.rows(createCustomerMeters(sql`b.subject_id = any(${withBalances}::uuid[])`, now));
  if (known.length > 0) await transaction.rows(updateCustomerNames(known));
  await recordLinkEvents(transaction, organizationId, linked, now);
}

const ids = (customers: readonly KnownCustomer[]) => customers.map(({ id }) => id);
const keys = (customers: readonly KnownCustomer[]) =>
  customers.map(({ externalId }) => (externalId === null ? null : digestUuid(externalId)));

/** Gives external ids to the subjects of the customers that have them now. Returns the subjects of customers that gained usage. */
async function moveExternalIds(
  transaction: Transaction,
  organizationId: string,
  customers: readonly KnownCustomer[],
  now: Date,
): Promise<string[]> {
  if (customers.every(({ externalId, isDeleted }) => externalId === null && !isDeleted)) return [];
  const [found] = await transaction.rows<{ isElsewhere: boolean }>(sql`
    select exists (
      select from unnest(${ids(customers)}::uuid[], ${keys(customers)}::uuid[], ${customers.map(({ isDeleted }) => isDeleted)}::boolean[])
        as known (customer_id, key, is_deleted)
      join metering.subjects as s on s.organization_id = ${organizationId} and (
        s.external_key = known.key and s.customer_id is distinct from known.customer_id
        or known.is_deleted and s.customer_id = known.customer_id and s.external_key is not null)
    ) as "isElsewhere"`);
  if (!found!.isElsewhere) return [];
  await releaseExternalIds(transaction, organizationId, customers);
  const active = customers.filter(({ isDeleted }) => !isDeleted);
  return linkCustomers(transaction, organizationId, active, now);
}

/**
 * Takes external ids from subjects of deleted customers, and of customers whose external id another customer now has. They keep their
 * usage; `former_key` finds the events that were ingested with the external id.
 */
async function releaseExternalIds(
  transaction: Transaction,
  organizationId: string,
  customers: readonly KnownCustomer[],
): Promise<void> {
  const active = customers.filter(({ isDeleted }) => !isDeleted);
  const deleted = customers.filter(({ isDeleted }) => isDeleted);
  await transaction.rows(sql`
    update metering.subjects as s set external_key = null, former_key = external_key
    where organization_id = ${organizationId} and customer_id is not null and external_key is not null
      and (customer_id = any(${ids(deleted)}::uuid[])
        or exists (select from unnest(${ids(active)}::uuid[], ${keys(active)}::uuid[]) as known (customer_id, key)
          where known.key = s.external_key and known.customer_id <> s.customer_id))`);
}

/** Assigns the usage under an external id to the customer that now has it. Returns the subjects of customers that gained usage. */
async function linkCustomers(
  transaction: Transaction,
  organizationId: string,
  active: readonly KnownCustomer[],
  now: Date,
): Promise<string[]> {
  const known = sql`unnest(${ids(active)}::uuid[], ${keys(active)}::uuid[]) as known (customer_id, key)`;
  const linked = await transaction.rows<{ id: string }>(sql`
    update metering.subjects as s set customer_id = known.customer_id from ${known}
    where s.organization_id = ${organizationId} and s.external_key = known.key and s.customer_id is null and not exists (
      select from metering.subjects as own where own.organization_id = s.organization_id and own.customer_id = known.customer_id
    ) returning s.id`);
  const linkedIds = linked.map(({ id }) => id);
  await transaction.rows(sql`update metering.balances set previous_peak = 0 where subject_id = any(${linkedIds}::uuid[])`);
  const merges = await transaction.rows<{ from: string; into: string; customer: string }>(sql`
    select s.id as "from", own.id as "into", known.customer_id as customer from ${known}
    join metering.subjects as s on s.organization_id = ${organizationId} and s.external_key = known.key and s.customer_id is null
    join metering.subjects as own on own.organization_id = s.organization_id and own.customer_id = known.customer_id
      and own.merged_into is null`);
  for (const { from, into, customer } of merges) await mergeSubject(transaction, { from, into, customer, sources: [from] }, now);
  return [...linkedIds, ...merges.map(({ into }) => into)];
}

/**
 * Creates the missing subjects, updates those of customers, and selects all of them. A customer that was deleted after it was looked up
 * has no name here: it may have been erased meanwhile.
 */
function storeSubjects(
  organizationId: string,
  customers: readonly KnownCustomer[],
  externalIds: readonly string[],
): RawBuilder<{ id: string; isNew: boolean }> {
  const active = customers.filter(({ isDeleted }) => !isDeleted);
  return sql`
    with known as (
      select given.customer_id, given.key, case when e.customer::json ->> 'deleted_at' is null then given.name end as name
      from unnest(${ids(active)}::uuid[], ${keys(active)}::uuid[], ${active.map(({ name }) => name)}::text[])
        as given (customer_id, key, name)
      left join ${sql.raw(EMBEDDED_CUSTOMERS)} e on e.id = given.customer_id
    ),
    unlinked as (select key from unnest(${externalIds.map(digestUuid)}::uuid[]) as unlinked (key)),
    inserted as (
      insert into metering.subjects (id, organization_id, customer_id, external_key, customer_name, known_meters)
      select gen_random_uuid(), ${organizationId}, customer_id, key, name, 0 from (
        select customer_id, key, name from known
        where not exists (select from metering.subjects s where s.organization_id = ${organizationId} and s.customer_id = known.customer_id)
        union all
        select null, key, null from unlinked
        where not exists (select from metering.subjects s where s.organization_id = ${organizationId} and s.external_key = unlinked.key)
          and not exists (select from known where known.key = unlinked.key)
      ) as missing
      returning id
    ),
    updated as (
      update metering.subjects as s set external_key = known.key, customer_name = known.name from known
      where s.organization_id = ${organizationId} and s.customer_id = known.customer_id and s.merged_into is null
        and (s.external_key, s.customer_name) is distinct from (known.key, known.name)
    )
    select id, true as "isNew" from inserted
    union all
    select id, false from metering.subjects where organization_id = ${organizationId} and merged_into is null
      and (customer_id = any(${ids(customers)}::uuid[]) or external_key in (select key from unlinked))`;
}

/** Creates the missing balances of the subjects, so that they have one for each meter that is not archived. */
export async function assignMeters(transaction: Transaction, organizationId: string, subjects: readonly string[]): Promise<void> {
  await transaction.rows(sql`
    with assigned as (
      insert into metering.balances (subject_id, meter_id, organization_id, func)
      select s.id, m.id, s.organization_id, m.aggregation ->> 'func' from metering.subjects s
      join metering.meters m on m.organization_id = ${organizationId} and m.archived_at is null and m.number > s.known_meters
      where s.id = any(${subjects}::uuid[]) order by 1, 2 on conflict do nothing
    )
    update metering.subjects as s set known_meters = newest from (
      select max(number) as newest from metering.meters where organization_id = ${organizationId} and archived_at is null
    ) as meters where newest > s.known_meters and s.id = any(${subjects}::uuid[])`);
}

/** Creates the customer meters of balances whose subject is a customer. */
export const createCustomerMeters = (balances: RawBuilder<unknown>, now: Date) => sql`
  with created as (
    insert into metering.customer_meters (id, organization_id, meter_id, subject_id, customer_id, customer_name, created_at)
    select gen_random_uuid(), b.organization_id, b.meter_id, s.id, s.customer_id, s.customer_name, ${now.toISOString()}::timestamptz
    from metering.balances b join metering.subjects s on s.id = b.subject_id
    where ${balances} and b.customer_meter_id is null and s.customer_id is not null order by b.subject_id, b.meter_id
    returning id, subject_id, meter_id
  )
  update metering.balances as b set customer_meter_id = created.id from created
  where b.subject_id = created.subject_id and b.meter_id = created.meter_id`;

const updateCustomerNames = (subjects: readonly string[]) => sql`
  update metering.customer_meters as c set customer_name = s.customer_name from metering.subjects s
  where s.id = c.subject_id and s.id = any(${subjects}::uuid[]) and c.customer_name is distinct from s.customer_name`;

/** Publishes first usage and threshold alerts of customers that just gained the usage of another subject. */
export async function recordLinkEvents(
  transaction: Transaction,
  organizationId: string,
  linked: readonly string[],
  now: Date,
): Promise<void> {
  if (linked.length === 0) return;
  const started = await transaction.rows<{ customer_id: string; at: string }>(sql`
    select customer_id, to_char(first_event_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from metering.subjects where id = any(${linked}::uuid[]) and first_event_at is not null`);
  for (const { customer_id, at } of started) {
    transaction.record(new CustomerUsageStarted(organizationId, customer_id, now, new Date(at)));
  }
  const balances = sql`(select * from metering.balances where subject_id = any(${linked}::uuid[]))`;
  await publishThresholdAlerts(
    transaction,
    organizationId,
    balances,
    await transaction.rows(metersWithThresholds(organizationId)),
    now,
  );
}
