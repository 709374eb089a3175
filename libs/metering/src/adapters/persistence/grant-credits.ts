import { sql } from 'kysely';
import { newId } from '#kernel';
import type { CreditingGrant, Units } from '../../domain/balances.ts';
import { type Credit, creditedUnits } from '../../domain/credits.ts';
import { CustomerMeterCredited } from '../../domain/customer-meter.events.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { type BalanceOwner, ensureBalance, lockAllBalances } from './balance-row.ts';
import { systemEventsStatement } from './system-event.ts';
import type { Transaction } from './transaction.ts';

/** The current state of a grant, and its customer. */
export interface GrantToCredit {
  readonly grant: CreditingGrant;
  readonly customer: KnownCustomer;
  readonly now: Date;
  /** Runs `work` as part of what made the call: its events tell of that. */
  within(work: () => void): void;
}

interface CreditingGrantRow {
  readonly id: string;
  readonly is_granted: boolean;
  readonly state_revision: number;
  readonly units: number;
  readonly rollover: boolean;
  readonly meter_id: string;
}

interface NewCredit extends Units, Pick<GrantToCredit, 'now' | 'within'> {
  readonly owner: BalanceOwner;
}

const reversed = ({ meter_id, units, rollover }: CreditingGrantRow): Units => ({ meterId: meter_id, units: -units, rollover });
const balanceOf = (subjectId: string, meterId: string): string => `${subjectId} ${meterId}`;

/** Credits the units of grants of an organization, or takes them back. Outdated states are ignored. */
export async function creditGrants(transaction: Transaction, given: readonly GrantToCredit[]): Promise<void> {
  const owners = await lockAllBalances(
    transaction,
    given.map(({ customer }) => customer),
    given[0]!.now,
  );
  const stored = await transaction.rows<CreditingGrantRow>(
    sql`select * from metering.crediting_grants where id = any(${given.map(({ grant }) => grant.id)}::uuid[])`,
  );
  const before = new Map(stored.map((row) => [row.id, row]));
  const latest = new Map(
    given.toSorted((a, b) => a.grant.stateRevision - b.grant.stateRevision).map((each) => [each.grant.id, each]),
  );
  const changed = [...latest.values()].filter(({ grant }) => {
    const known = before.get(grant.id);
    return known === undefined || known.state_revision < grant.stateRevision;
  });
  if (changed.length === 0) return;
  const credits = changed.flatMap(({ grant, customer, now, within }): NewCredit[] => {
    const known = before.get(grant.id);
    if (grant.isGranted === (known?.is_granted ?? false)) return [];
    const { meterId, units, rollover } = grant.isGranted ? grant : reversed(known!);
    return [{ meterId, units, rollover, owner: owners.get(customer.id)!, now, within }];
  });
  if (credits.length > 0) await addCredits(transaction, credits);
  await storeGrants(transaction, changed);
}

async function addCredits(transaction: Transaction, credits: readonly NewCredit[]): Promise<void> {
  const customerMeters = await customerMetersOf(transaction, credits);
  const column = (value: (credit: NewCredit) => unknown): unknown[] => credits.map(value);
  await transaction.rows(sql`insert into metering.credits (id, subject_id, meter_id, units, rollover, at)
    select * from unnest(${column(() => newId())}::uuid[], ${column(({ owner }) => owner.subjectId)}::uuid[],
      ${column(({ meterId }) => meterId)}::uuid[], ${column(({ units }) => units)}::integer[],
      ${column(({ rollover }) => rollover)}::boolean[], ${column(({ now }) => now.toISOString())}::timestamptz[])`);
  await updateSums(transaction, credits);
  const events = credits.map(({ owner, meterId, units, rollover, now }) => {
    const metadata = { meter_id: meterId, units, rollover };
    return { ...owner, name: 'meter.credited', timestamp: now, metadata, now };
  });
  await transaction.rows(systemEventsStatement(events));
  for (const { owner, meterId, units, rollover, now, within } of credits) {
    const payload = { customer_id: owner.customerId, meter_id: meterId, units, rollover };
    const id = customerMeters.get(balanceOf(owner.subjectId, meterId))!;
    within(() => transaction.record(new CustomerMeterCredited(owner.organizationId, id, now, payload)));
  }
}

/** The customer meters of the credits, which are created if they are missing. */
async function customerMetersOf(transaction: Transaction, credits: readonly NewCredit[]): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction.rows<{ subject_id: string; meter_id: string; id: string }>(sql`
    select b.subject_id, b.meter_id, b.customer_meter_id as id
    from unnest(${credits.map(({ owner }) => owner.subjectId)}::uuid[], ${credits.map(({ meterId }) => meterId)}::uuid[])
      as credit (subject_id, meter_id)
    join metering.balances b using (subject_id, meter_id) where b.customer_meter_id is not null`);
  const found = new Map(rows.map(({ subject_id, meter_id, id }) => [balanceOf(subject_id, meter_id), id]));
  for (const { owner, meterId, now } of credits) {
    const balance = balanceOf(owner.subjectId, meterId);
    if (!found.has(balance)) found.set(balance, await ensureBalance(transaction, owner, meterId, now));
  }
  return found;
}

/** Recomputes the sums of the credits in the current billing windows. */
async function updateSums(transaction: Transaction, credits: readonly NewCredit[]): Promise<void> {
  const balances = [...new Map(credits.map((credit) => [balanceOf(credit.owner.subjectId, credit.meterId), credit])).values()];
  const subjects = balances.map(({ owner }) => owner.subjectId);
  const meters = balances.map(({ meterId }) => meterId);
  const rows = await transaction.rows<{ subject_id: string; meter_id: string; units: number; rollover: boolean; at: number }>(sql`
    select c.subject_id, c.meter_id, c.units, c.rollover, extract(epoch from c.at)::float8 * 1000 as at
    from unnest(${subjects}::uuid[], ${meters}::uuid[]) as balance (subject_id, meter_id)
    join metering.credits c using (subject_id, meter_id)`);
  const ofBalances = Map.groupBy(rows, ({ subject_id, meter_id }) => balanceOf(subject_id, meter_id));
  const sums = balances.map(({ owner, meterId }) => {
    const own = ofBalances.get(balanceOf(owner.subjectId, meterId)) ?? [];
    return creditedUnits(own.map(({ at, ...credit }): Credit => ({ ...credit, at: new Date(at) })));
  });
  await transaction.rows(sql`
    with updated_balances as (
      update metering.balances as b set credited = sum.credited, modified_at = sum.at, is_ranked = false
      from unnest(${subjects}::uuid[], ${meters}::uuid[], ${sums}::numeric[], ${balances.map(({ now }) => now.toISOString())}::timestamptz[])
        as sum (subject_id, meter_id, credited, at)
      where b.subject_id = sum.subject_id and b.meter_id = sum.meter_id returning customer_meter_id, sum.credited
    )
    update metering.customer_meters set credited_units = credited from updated_balances where id = customer_meter_id`);
}

async function storeGrants(transaction: Transaction, changed: readonly GrantToCredit[]): Promise<void> {
  const column = (value: (each: GrantToCredit) => unknown): unknown[] => changed.map(value);
  await transaction.rows(sql`
    insert into metering.crediting_grants
      (id, organization_id, customer_id, subscription_id, benefit_id, meter_id, units, rollover, is_granted, state_revision)
    select * from unnest(
      ${column(({ grant }) => grant.id)}::uuid[], ${column(({ customer }) => customer.organizationId)}::uuid[],
      ${column(({ customer }) => customer.id)}::uuid[], ${column(({ grant }) => grant.subscriptionId)}::uuid[],
      ${column(({ grant }) => grant.benefitId)}::uuid[], ${column(({ grant }) => grant.meterId)}::uuid[],
      ${column(({ grant }) => grant.units)}::integer[], ${column(({ grant }) => grant.rollover)}::boolean[],
      ${column(({ grant }) => grant.isGranted)}::boolean[], ${column(({ grant }) => grant.stateRevision)}::integer[])
    on conflict (id) do update set meter_id = excluded.meter_id, units = excluded.units, rollover = excluded.rollover,
      is_granted = excluded.is_granted, state_revision = excluded.state_revision`);
}
