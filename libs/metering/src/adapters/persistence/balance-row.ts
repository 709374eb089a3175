import { sql } from 'kysely';
import { newId } from '#kernel';
import { type EndedCredit, hasTerms, termsOf } from '../../domain/separate-credit.ts';
import type { BenefitUnits, Units } from '../../domain/balances.ts';
import { CustomerMeterCredited } from '../../domain/customer-meter.events.ts';
import { Decimal } from '../../domain/decimal.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { resolveSubjects, createCustomerMeters } from './resolve-subjects.ts';
import type { CreditedBalance } from './sql/credits-of-balance.ts';
import { creditedEvent, creditsAt, storeCredits } from './stored-credits.ts';
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

/** Units, and the grant that brings them, if one does. */
type NewUnits = BenefitUnits & { readonly grantId?: string };

interface TimeOfCredit {
  readonly at: Date;
  readonly now: Date;
  /** The usage until then, if that is not all of it. */
  readonly consumed?: Decimal;
}

/** Adds units at a time. Negative units take back a credit without an end and a priority. */
export async function addCredit(
  transaction: Statements,
  owner: BalanceOwner,
  { meterId, grantId, ...added }: NewUnits,
  { at, now, consumed: until }: TimeOfCredit,
): Promise<void> {
  const { subjectId } = owner;
  const balance = { ...owner, meterId };
  const { units, rollover } = added;
  const { credits, consumed: total } = await creditsAt(transaction, balance, at, now);
  const [consumed, terms] = [until ?? total, termsOf(added, at)];
  if (hasTerms(terms)) {
    credits.add({ id: newId(), units: Decimal.of(units), rollover, at, grantId: grantId ?? null, ...terms }, consumed);
    await storeCredits(transaction, balance, credits, now);
  } else {
    await transaction.rows(sql`insert into metering.credits (id, subject_id, meter_id, units, rollover, at)
    values (${newId()}, ${subjectId}, ${meterId}, ${units}, ${rollover}, ${at.toISOString()})`);
    await storeCredits(transaction, balance, credits.withPlain({ units, rollover, at }, consumed), now);
  }
  await storeSystemEvent(transaction, creditedEvent(balance, { units, rollover }, at), now);
}

/** Takes away what is left of the credits with an end or a priority that a grant brought. Returns the units, negative. */
export async function takeBackGrant(
  transaction: Statements,
  balance: CreditedBalance,
  grantId: string,
  now: Date,
): Promise<{ units: number; ended: readonly EndedCredit[] }> {
  const { credits, consumed } = await creditsAt(transaction, balance, now, now);
  const ended = credits.takeBackGrant(grantId, consumed, now);
  await storeCredits(transaction, balance, credits, now);
  const units = -Decimal.sum(ended.map(({ rest }) => rest)).toNumber();
  const rollover = ended.some(({ credit }) => credit.rollover);
  if (units < 0) await storeSystemEvent(transaction, creditedEvent(balance, { units, rollover }, now), now);
  return { units, ended };
}

/** Units of a meter were credited to a customer, or taken back if they are negative. */
export const customerMeterCredited = (
  { organizationId, customerId }: Pick<BalanceOwner, 'organizationId' | 'customerId'>,
  customerMeterId: string,
  { meterId, units, rollover }: Units,
  now: Date,
): CustomerMeterCredited =>
  new CustomerMeterCredited(organizationId, customerMeterId, now, {
    customer_id: customerId,
    meter_id: meterId,
    units,
    rollover,
  });
