import { type RawBuilder, sql } from 'kysely';
import { EMBEDDED_CUSTOMERS } from '#customer-portal/contract';
import { digestUuid } from '#support/texts';
import { CustomerUsageStarted } from '../../domain/customer-meter.events.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import type { UnresolvedSubjects } from './event-batch.ts';
import { metersWithThresholds } from './counting-meters.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { mergeSubject } from './merge-subject.ts';
import { exclusiveLock, type NamedStatement, type Statements } from './counting-transaction.ts';

/** Without `forCounting` subjects get no balances: only their links and names are updated. */
type ResolveInput = UnresolvedSubjects & { readonly forCounting: boolean };

/**
 * Creates, links and updates the subjects of customers and external ids. The exclusive lock keeps the organization from counting
 * meanwhile. Returns the rows of the further reads.
 */
export async function resolveSubjects(
  transaction: Statements,
  organizationId: string,
  { customers, externalIds, forCounting }: ResolveInput,
  now: Date,
  reads: readonly NamedStatement[] = [],
): Promise<unknown[][]> {
  const mayMove = customers.some(({ externalId, isDeleted }) => externalId !== null || isDeleted);
  const linked = mayMove ? await moveExternalIds(transaction, organizationId, customers, now) : [];
  const subjects = subjectsOf(organizationId, customers, externalIds);
  const statements = [
    exclusiveLock(organizationId),
    { name: 'metering-store-subjects', statement: storeSubjects(organizationId, customers, externalIds) },
    ...(forCounting ? [{ name: 'metering-assign-meters', statement: assignMeters(organizationId, subjects) }] : []),
    { name: 'metering-create-meters', statement: createCustomerMeters(sql`b.subject_id = any(${subjects})`, now) },
    { name: 'metering-update-names', statement: updateCustomerNames(subjects) },
  ];
  if (linked.length + reads.length === 0) {
    await transaction.write(statements);
    return [];
  }
  const rows = await transaction.all([...statements, ...reads]);
  await recordLinkEvents(transaction, organizationId, linked, now);
  return rows.slice(statements.length);
}

/** The ids of the subjects of customers and external ids, as an array. Each is found by both columns of an index. */
const subjectsOf = (organizationId: string, customers: readonly KnownCustomer[], externalIds: readonly string[]) => sql`array(
  select id from metering.subjects
  where organization_id = ${organizationId} and customer_id = any(${ids(customers)}::uuid[]) and merged_into is null
  union all
  select id from metering.subjects
  where organization_id = ${organizationId} and external_key = any(${externalIds.map(digestUuid)}::uuid[]) and merged_into is null)`;

const ids = (customers: readonly KnownCustomer[]) => customers.map(({ id }) => id);
const keys = (customers: readonly KnownCustomer[]) =>
  customers.map(({ externalId }) => (externalId === null ? null : digestUuid(externalId)));

/**
 * Locks the organization, and gives external ids to the subjects of the customers that have them now. Returns the subjects of customers
 * that gained usage.
 */
async function moveExternalIds(
  transaction: Statements,
  organizationId: string,
  customers: readonly KnownCustomer[],
  now: Date,
): Promise<string[]> {
  const [, [found]] = (await transaction.all([
    exclusiveLock(organizationId),
    { name: 'metering-find-external-ids', statement: haveMoved(organizationId, customers) },
  ])) as [unknown, { isElsewhere: boolean }[]];
  if (!found!.isElsewhere) return [];
  await releaseExternalIds(transaction, organizationId, customers);
  const active = customers.filter(({ isDeleted }) => !isDeleted);
  return linkCustomers(transaction, organizationId, active, now);
}

/** Whether a subject has an external id that its customer does not have, or has no more. */
const haveMoved = (organizationId: string, customers: readonly KnownCustomer[]) => sql`
    select exists (
      select from unnest(${ids(customers)}::uuid[], ${keys(customers)}::uuid[], ${customers.map(({ isDeleted }) => isDeleted)}::boolean[])
        as known (customer_id, key, is_deleted)
      join metering.subjects as s on s.organization_id = ${organizationId} and (
        s.external_key = known.key and s.customer_id is distinct from known.customer_id
        or known.is_deleted and s.customer_id = known.customer_id and s.external_key is not null)
    ) as "isElsewhere"`;

/**
 * Takes external ids from subjects of deleted customers, and of customers whose external id another customer now has. They keep their
 * usage; `former_key` finds the events that were ingested with the external id.
 */
async function releaseExternalIds(
  transaction: Statements,
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
  transaction: Statements,
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
  for (const { from, into, customer } of merges) {
    await mergeSubject(transaction, { organizationId, from, into, customer, sources: [from] }, now);
  }
  return [...linkedIds, ...merges.map(({ into }) => into)];
}

/**
 * Creates the missing subjects and updates those of customers. A customer that was deleted after it was looked up
 * has no name here: it may have been erased meanwhile.
 */
function storeSubjects(
  organizationId: string,
  customers: readonly KnownCustomer[],
  externalIds: readonly string[],
): RawBuilder<unknown> {
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
    )
    update metering.subjects as s set external_key = known.key, customer_name = known.name from known
    where s.organization_id = ${organizationId} and s.customer_id = known.customer_id and s.merged_into is null
      and (s.external_key, s.customer_name) is distinct from (known.key, known.name)`;
}

/** Creates the missing balances of the subjects, so that they have one for each meter that is not archived. */
const assignMeters = (organizationId: string, subjects: RawBuilder<unknown>) => sql`
  with assigned as (
    insert into metering.balances (subject_id, meter_id, organization_id, func)
    select s.id, m.id, s.organization_id, m.aggregation ->> 'func' from metering.subjects s
    join metering.meters m on m.organization_id = ${organizationId} and m.archived_at is null and m.number > s.known_meters
    where s.id = any(${subjects}) order by 1, 2 on conflict do nothing
  )
  update metering.subjects as s set known_meters = newest from (
    select max(number) as newest from metering.meters where organization_id = ${organizationId} and archived_at is null
  ) as meters where newest > s.known_meters and s.id = any(${subjects})`;

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

const updateCustomerNames = (subjects: RawBuilder<unknown>) => sql`
  update metering.customer_meters as c set customer_name = s.customer_name from metering.subjects s
  where s.id = c.subject_id and s.id = any(${subjects}) and c.customer_name is distinct from s.customer_name`;

/** Publishes first usage and threshold alerts of customers that just gained the usage of another subject. */
export async function recordLinkEvents(
  transaction: Statements,
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
