import { type RawBuilder, sql } from 'kysely';
import { newId } from '#kernel';
import { hasTerms, termsOf } from '../../domain/separate-credit.ts';
import { type BenefitUnits, type CreditingGrant, type Units, type Credit, creditedUnits } from '../../domain/balances.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import {
  addCredit,
  type BalanceOwner,
  ensureBalance,
  lockAllBalances,
  takeBackGrant,
  customerMeterCredited,
} from './balance-row.ts';
import { CREDITING_GRANT, storedUnits } from './sql/crediting-grants.ts';
import { systemEventsStatement } from './system-event.ts';
import type { NamedStatement, Statements } from './counting-transaction.ts';

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
  readonly customer_id: string;
  readonly transfer_event_id: string;
  /** Whether its credits have an end or a priority. */
  readonly is_separate: boolean;
}

/** A balance that a grant may change, with each of its credits in the current billing window. */
interface BalanceRow {
  readonly subject_id: string;
  readonly meter_id: string;
  readonly id: string;
  readonly credits: readonly (Omit<Credit, 'at'> & { readonly at: number })[];
  /** Whether some of its credits have an end or a priority. */
  readonly has_separate: boolean;
}

interface Balance {
  readonly id: string;
  readonly credits: Credit[];
}

interface NewCredit extends BenefitUnits, Pick<GrantToCredit, 'now' | 'within'> {
  readonly owner: BalanceOwner;
  readonly grantId: string;
  /** Whether it has an end or a priority. Then what is left of it is taken back, not its units. */
  readonly isSeparate: boolean;
}

const reversed = ({ meter_id, units, rollover }: CreditingGrantRow): Units => ({ meterId: meter_id, units: -units, rollover });
const unitsOf = ({ meterId, units, rollover, priority, expiresAfterDays }: CreditingGrant): BenefitUnits => ({
  meterId,
  units,
  rollover,
  priority,
  expiresAfterDays,
});
const balanceOf = (subjectId: string, meterId: string): string => `${subjectId} ${meterId}`;

/** Credits the units of grants of an organization, or takes them back. Outdated states are ignored. */
export async function creditGrants(transaction: Statements, given: readonly GrantToCredit[]): Promise<void> {
  const customers = [...new Map(given.map(({ customer }) => [customer.id, customer])).values()];
  const reads = [
    {
      name: 'metering-crediting-grants',
      statement: sql`select ${CREDITING_GRANT} from metering.crediting_grants where id = any(${given.map(({ grant }) => grant.id)}::uuid[])`,
    },
    { name: 'metering-balances-of-grants', statement: balancesOf(given) },
  ];
  const { owners, rows } = await lockAllBalances(transaction, customers, given[0]!.now, reads);
  const [stored, balances] = rows as [CreditingGrantRow[], BalanceRow[]];
  const before = new Map(stored.map((row) => [row.id, row]));
  const latest = new Map(
    given.toSorted((a, b) => a.grant.stateRevision - b.grant.stateRevision).map((each) => [each.grant.id, each]),
  );
  const changed = [...latest.values()].filter(({ grant, customer }) => {
    const known = before.get(grant.id);
    if (known === undefined) return true;
    // Credits that are not moved yet are taken back from whoever has them when they are.
    const isToBeMoved = known.customer_id !== customer.id && Number(known.transfer_event_id) < grant.transferEventId;
    return known.state_revision < grant.stateRevision && !(isToBeMoved && !grant.isGranted);
  });
  if (changed.length === 0) return;
  const credits = changed.flatMap(({ grant, customer, now, within }): NewCredit[] => {
    const known = before.get(grant.id);
    if (grant.isGranted === (known?.is_granted ?? false)) return [];
    const isSeparate = grant.isGranted ? hasTerms(termsOf(grant, now)) : known!.is_separate;
    const units = grant.isGranted ? unitsOf(grant) : reversed(known!);
    return [{ ...units, grantId: grant.id, isSeparate, owner: owners.get(customer.id)!, now, within }];
  });
  const separate = new Set(balances.flatMap((row) => (row.has_separate ? balanceOf(row.subject_id, row.meter_id) : [])));
  for (const { isSeparate, owner, meterId } of credits) if (isSeparate) separate.add(balanceOf(owner.subjectId, meterId));
  const { alone = [], together = [] } = Object.groupBy(credits, ({ owner, meterId }) =>
    separate.has(balanceOf(owner.subjectId, meterId)) ? 'alone' : 'together',
  );
  for (const credit of alone) await addAlone(transaction, credit);
  if (together.length > 0) await addCredits(transaction, together, balances);
  await transaction.write([storeGrants(changed)]);
}

/** Adds a credit to a balance of which some have an end or a priority. */
async function addAlone(transaction: Statements, { owner, now, within, isSeparate, ...credit }: NewCredit): Promise<void> {
  const { meterId, rollover, grantId } = credit;
  const customerMeterId = await ensureBalance(transaction, owner, meterId, now);
  let { units } = credit;
  if (isSeparate && units < 0) ({ units } = await takeBackGrant(transaction, { ...owner, meterId }, grantId, now));
  else await addCredit(transaction, owner, credit, { at: now, now });
  if (units !== 0)
    within(() => transaction.record(customerMeterCredited(owner, customerMeterId, { meterId, units, rollover }, now)));
}

/** The balances of the customers of the meters that their grants credit now, or credited before. */
const balancesOf = (given: readonly GrantToCredit[]) => sql`
  select distinct b.subject_id, b.meter_id, b.customer_meter_id as id, array(
    select jsonb_build_object('units', c.units, 'rollover', c.rollover, 'at', extract(epoch from c.at)::float8 * 1000)
    from metering.credits c where c.subject_id = b.subject_id and c.meter_id = b.meter_id) as credits, exists (
    select from metering.credits c where c.subject_id = b.subject_id and c.meter_id = b.meter_id and c.drawn is not null) as has_separate
  from unnest(${given.map(({ grant }) => grant.id)}::uuid[], ${given.map(({ customer }) => customer.organizationId)}::uuid[],
      ${given.map(({ customer }) => customer.id)}::uuid[], ${given.map(({ grant }) => grant.meterId)}::uuid[])
    as given (grant_id, organization_id, customer_id, meter_id)
  join metering.subjects s
    on s.organization_id = given.organization_id and s.customer_id = given.customer_id and s.merged_into is null
  left join metering.crediting_grants g on g.id = given.grant_id
  join metering.balances b on b.subject_id = s.id and b.meter_id in (given.meter_id, g.meter_id)
  where b.customer_meter_id is not null`;

async function addCredits(transaction: Statements, credits: readonly NewCredit[], rows: readonly BalanceRow[]): Promise<void> {
  const balances = new Map(
    rows.map(({ subject_id, meter_id, id, credits: own }): [string, Balance] => [
      balanceOf(subject_id, meter_id),
      { id, credits: own.map(({ at, ...credit }) => ({ ...credit, at: new Date(at) })) },
    ]),
  );
  for (const { owner, meterId, units, rollover, now, within } of credits) {
    const key = balanceOf(owner.subjectId, meterId);
    const balance = balances.get(key) ?? { id: await ensureBalance(transaction, owner, meterId, now), credits: [] };
    balances.set(key, balance);
    balance.credits.push({ units, rollover, at: now });
    within(() => transaction.record(customerMeterCredited(owner, balance.id, { meterId, units, rollover }, now)));
  }
  const column = (value: (credit: NewCredit) => unknown): unknown[] => credits.map(value);
  const events = credits.map(({ owner, meterId, units, rollover, now }) => {
    const metadata = { meter_id: meterId, units, rollover };
    return { ...owner, name: 'meter.credited', timestamp: now, metadata, now };
  });
  await transaction.write([
    {
      name: 'metering-insert-credits',
      statement: sql`insert into metering.credits (id, subject_id, meter_id, units, rollover, at)
        select * from unnest(${column(() => newId())}::uuid[], ${column(({ owner }) => owner.subjectId)}::uuid[],
          ${column(({ meterId }) => meterId)}::uuid[], ${column(({ units }) => units)}::float8[],
          ${column(({ rollover }) => rollover)}::boolean[], ${column(({ now }) => now.toISOString())}::timestamptz[])`,
    },
    { name: 'metering-update-credited', statement: updateSums(credits, balances) },
    { name: 'system-events-insert', statement: systemEventsStatement(events) },
  ]);
}

/** Stores the sums of the credits in the current billing windows. */
function updateSums(credits: readonly NewCredit[], balances: ReadonlyMap<string, Balance>): RawBuilder<unknown> {
  const changed = [...new Map(credits.map((credit) => [balanceOf(credit.owner.subjectId, credit.meterId), credit]))];
  const sums = changed.map(([key]) => creditedUnits(balances.get(key)!.credits));
  return sql`
    with updated_balances as (
      update metering.balances as b set credited = sum.credited, modified_at = sum.at, is_ranked = false
      from unnest(${changed.map(([, { owner }]) => owner.subjectId)}::uuid[], ${changed.map(([, { meterId }]) => meterId)}::uuid[],
        ${sums}::numeric[], ${changed.map(([, { now }]) => now.toISOString())}::timestamptz[])
        as sum (subject_id, meter_id, credited, at)
      where b.subject_id = sum.subject_id and b.meter_id = sum.meter_id returning customer_meter_id, sum.credited
    )
    update metering.customer_meters set credited_units = credited from updated_balances where id = customer_meter_id`;
}

function storeGrants(changed: readonly GrantToCredit[]): NamedStatement {
  const column = (value: (each: GrantToCredit) => unknown): unknown[] => changed.map(value);
  const statement = sql`
    insert into metering.crediting_grants
      (id, organization_id, customer_id, subscription_id, benefit_id, meter_id, units, large_units, rollover, is_granted, state_revision,
        transfer_event_id, is_separate)
    select id, organization_id, customer_id, subscription_id, benefit_id, meter_id, ${storedUnits(sql`units`)}, rollover, is_granted,
      state_revision, transfer_event_id, is_separate
    from unnest(
      ${column(({ grant }) => grant.id)}::uuid[], ${column(({ customer }) => customer.organizationId)}::uuid[],
      ${column(({ customer }) => customer.id)}::uuid[], ${column(({ grant }) => grant.subscriptionId)}::uuid[],
      ${column(({ grant }) => grant.benefitId)}::uuid[], ${column(({ grant }) => grant.meterId)}::uuid[],
      ${column(({ grant }) => grant.units)}::float8[], ${column(({ grant }) => grant.rollover)}::boolean[],
      ${column(({ grant }) => grant.isGranted)}::boolean[], ${column(({ grant }) => grant.stateRevision)}::integer[],
      ${column(({ grant }) => grant.transferEventId)}::bigint[], ${column(({ grant, now }) => hasTerms(termsOf(grant, now)))}::boolean[])
      as given (id, organization_id, customer_id, subscription_id, benefit_id, meter_id, units, rollover, is_granted, state_revision,
        transfer_event_id, is_separate)
    on conflict (id) do update set meter_id = excluded.meter_id, units = excluded.units, large_units = excluded.large_units, rollover = excluded.rollover,
      is_granted = excluded.is_granted, state_revision = excluded.state_revision, is_separate = excluded.is_separate`;
  return { name: 'metering-store-grants', statement };
}
