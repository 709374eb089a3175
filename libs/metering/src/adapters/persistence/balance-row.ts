import { sql } from 'kysely';
import { newId } from '#kernel';
import { type Units, type Credit, creditedUnits } from '../../domain/balances.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { resolveSubjects, createCustomerMeters } from './resolve-subjects.ts';
import { storeSystemEvent } from './system-event.ts';
import type { NamedStatement, Statements } from './counting-transaction.ts';

/** A customer and its subject, in a transaction that holds the exclusive lock of the organization. */
export interface BalanceOwner {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subjectId: string;
}

/** Takes the exclusive lock of the organization, and creates the subject of the customer if it is missing. */
export async function lockBalances(transaction: Statements, customer: KnownCustomer, now: Date): Promise<BalanceOwner> {
  return (await lockAllBalances(transaction, [customer], now)).owners.get(customer.id)!;
}

/** The same for different customers of one organization, by their ids, with the rows of further reads. */
export async function lockAllBalances(
  transaction: Statements,
  customers: readonly KnownCustomer[],
  now: Date,
  reads: readonly NamedStatement[] = [],
): Promise<{ owners: ReadonlyMap<string, BalanceOwner>; rows: unknown[][] }> {
  const { organizationId } = customers[0]!;
  const input = { customers, externalIds: [], forCounting: true };
  const subjectsOfCustomers = {
    name: 'metering-subjects-of-customers',
    statement: sql`select id, customer_id from metering.subjects
      where organization_id = ${organizationId} and customer_id = any(${customers.map(({ id }) => id)}::uuid[]) and merged_into is null`,
  };
  const [subjects, ...rows] = await resolveSubjects(transaction, organizationId, input, now, [subjectsOfCustomers, ...reads]);
  const found = new Map((subjects as { id: string; customer_id: string }[]).map(({ id, customer_id }) => [customer_id, id]));
  for (const { id, name } of customers) {
    if (found.has(id)) continue;
    const subjectId = newId();
    await transaction.rows(sql`insert into metering.subjects (id, organization_id, customer_id, customer_name, known_meters)
      values (${subjectId}, ${organizationId}, ${id}, ${name}, 0)`);
    found.set(id, subjectId);
  }
  const owners = [...found].map(([customerId, subjectId]) => [customerId, { organizationId, customerId, subjectId }] as const);
  return { owners: new Map(owners), rows };
}

/** Creates the balance of the meter if it is missing, also for an archived meter. Returns the id of the customer meter. */
export async function ensureBalance(
  transaction: Statements,
  { subjectId }: BalanceOwner,
  meterId: string,
  now: Date,
): Promise<string> {
  const own = sql`b.subject_id = ${subjectId} and b.meter_id = ${meterId}`;
  await transaction.rows(sql`insert into metering.balances (subject_id, meter_id, organization_id, func)
    select ${subjectId}::uuid, id, organization_id, aggregation ->> 'func' from metering.meters where id = ${meterId} on conflict do nothing`);
  await transaction.rows(createCustomerMeters(own, now));
  const [balance] = await transaction.rows<{ id: string }>(
    sql`select customer_meter_id as id from metering.balances b where ${own}`,
  );
  return balance!.id;
}

/** The credits of the current billing window. */
export async function creditsOf(transaction: Statements, { subjectId }: BalanceOwner, meterId: string): Promise<Credit[]> {
  const rows = await transaction.rows<{ units: number; rollover: boolean; at: number }>(sql`
    select units, rollover, extract(epoch from at)::float8 * 1000 as at from metering.credits
    where subject_id = ${subjectId} and meter_id = ${meterId}`);
  return rows.map(({ at, ...credit }) => ({ ...credit, at: new Date(at) }));
}

/**
 * Adds a credit, and recomputes the sum of the credits in the billing window: it depends on their order in time. Negative units take
 * back a credit.
 */
export async function addCredit(
  transaction: Statements,
  owner: BalanceOwner,
  { meterId, units, rollover }: Units,
  at: Date,
  now: Date,
): Promise<void> {
  const { subjectId } = owner;
  await transaction.rows(sql`insert into metering.credits (id, subject_id, meter_id, units, rollover, at)
    values (${newId()}, ${subjectId}, ${meterId}, ${units}, ${rollover}, ${at.toISOString()})`);
  await updateCredited(transaction, owner, meterId, now);
  const metadata = { meter_id: meterId, units, rollover };
  await storeSystemEvent(transaction, { ...owner, name: 'meter.credited', timestamp: at, metadata }, now);
}

/** Recomputes the sum of the credits in the current billing window. */
export async function updateCredited(transaction: Statements, owner: BalanceOwner, meterId: string, now: Date): Promise<void> {
  const { subjectId } = owner;
  const credited = creditedUnits(await creditsOf(transaction, owner, meterId));
  await transaction.rows(sql`
    with updated_balances as (
      update metering.balances set credited = ${credited}, modified_at = ${now.toISOString()}, is_ranked = false
      where subject_id = ${subjectId} and meter_id = ${meterId} returning customer_meter_id
    )
    update metering.customer_meters set credited_units = ${credited} from updated_balances where id = customer_meter_id`);
}
