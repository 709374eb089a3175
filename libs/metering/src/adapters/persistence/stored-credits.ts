import { sql } from 'kysely';
import { recordedByTime } from '#engine/persistence';
import type { BalanceCredits } from '../../domain/balance-credits.ts';
import type { SeparateCredit } from '../../domain/separate-credit.ts';
import { CustomerMeterCreditExpired } from '../../domain/customer-meter.events.ts';
import type { Statements } from './counting-transaction.ts';
import { type CreditedBalance, endCredits, readCredits, type StoredCredits, type Whose } from './sql/credits-of-balance.ts';
import { type OwnedSystemEvent, storeSystemEvent } from './system-event.ts';

/** The credits of a balance at a time, under the exclusive lock of the organization: what has ended until then is stored and told. */
export async function creditsAt(transaction: Statements, balance: CreditedBalance, at: Date, now: Date): Promise<StoredCredits> {
  const stored = await readCredits(transaction, balance);
  await expire(transaction, balance, stored, at, now);
  return stored;
}

async function expire(
  transaction: Statements,
  balance: CreditedBalance,
  { customerMeterId: id, credits }: StoredCredits,
  until: Date,
  now: Date,
): Promise<boolean> {
  const { organizationId, customerId, meterId } = balance;
  let left = credits.units;
  const ended = await endCredits(transaction, balance, credits, until);
  if (ended.length === 0) return false;
  const resource = { type: 'customer_meter', id, organizationId, customerId, isDeleted: false };
  const told = ended.filter(({ rest }) => rest.isPositive);
  const changes = told.map(({ rest }) => {
    const before = { ...resource, fields: { credited_units: left.toNumber() } };
    left = left.minus(rest);
    return { before, after: { ...resource, fields: { credited_units: left.toNumber() } } };
  });
  const events = told.map(({ credit, rest, at }) => {
    const payload = {
      customer_id: customerId,
      meter_id: meterId,
      credit_id: credit.id,
      units: rest.toNumber(),
      expired_at: at.toISOString(),
    };
    return new CustomerMeterCreditExpired(organizationId, id, now, payload);
  });
  await transaction.execute(recordedByTime('Ending credits', events, changes));
  for (const { credit, rest, at } of told) {
    await storeSystemEvent(transaction, creditedEvent(balance, { units: -rest.toNumber(), rollover: credit.rollover }, at), now);
  }
  // Events that are still to come arrive later, even if the clocks of several machines differ.
  await transaction.rows(startOfWindow(organizationId, ended.at(-1)!.at));
  await storeCredits(transaction, balance, credits, now);
  return true;
}

/** What the history of usage says of a credit, or of one that was taken back. */
export const creditedEvent = (
  { meterId, organizationId, customerId, subjectId }: CreditedBalance,
  { units, rollover }: { readonly units: number; readonly rollover: boolean },
  timestamp: Date,
): OwnedSystemEvent => ({
  organizationId,
  customerId,
  subjectId,
  name: 'meter.credited',
  timestamp,
  metadata: { meter_id: meterId, units, rollover },
});

/** No event of an organization arrives before this time any more. */
export const startOfWindow = (organizationId: string, at: Date) => sql`
  insert into metering.billing_windows as w (organization_id, latest_start) values (${organizationId}, ${at.toISOString()})
  on conflict (organization_id) do update set latest_start = greatest(w.latest_start, excluded.latest_start)`;

/** Stores the separate credits, and the sum of all in the current billing window. */
export async function storeCredits(
  transaction: Pick<Statements, 'rows'>,
  { subjectId, meterId }: Whose,
  credits: BalanceCredits,
  now: Date,
): Promise<void> {
  const { changed, units, drawn, nextEnd } = credits;
  if (changed.length > 0) {
    const column = (value: (credit: SeparateCredit) => unknown): unknown[] => changed.map(value);
    await transaction.rows(sql`
      insert into metering.credits (id, subject_id, meter_id, units, rollover, at, priority, expires_at, drawn, ended_at, grant_id)
      select id, ${subjectId}::uuid, ${meterId}::uuid, units, rollover, at, priority, expires_at, drawn, ended_at, grant_id
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ units: given }) => given.toNumber())}::float8[],
        ${column(({ rollover }) => rollover)}::boolean[], ${column(({ at }) => at.toISOString())}::timestamptz[],
        ${column(({ priority }) => priority)}::integer[], ${column(({ expiresAt }) => expiresAt?.toISOString() ?? null)}::timestamptz[],
        ${column(({ drawn: used }) => used.toString())}::numeric[], ${column(({ endedAt }) => endedAt?.toISOString() ?? null)}::timestamptz[],
        ${column(({ grantId }) => grantId)}::uuid[])
        as credit (id, units, rollover, at, priority, expires_at, drawn, ended_at, grant_id)
      on conflict (id) do update set subject_id = excluded.subject_id, units = excluded.units, drawn = excluded.drawn,
        ended_at = excluded.ended_at`);
  }
  await transaction.rows(sql`
    with updated_balances as (
      update metering.balances set credited = ${units.toString()}::numeric, modified_at = ${now.toISOString()}, is_ranked = false
      where subject_id = ${subjectId} and meter_id = ${meterId} returning customer_meter_id
    )
    update metering.customer_meters set credited_units = ${units.toNumber()}, credits_drawn = ${drawn?.toString() ?? null}::numeric,
      credits_end_at = ${nextEnd?.toISOString() ?? null}::timestamptz from updated_balances where id = customer_meter_id`);
}

/** Ends the credits of these subjects that end until now. */
export async function expireCreditsOf(transaction: Statements, subjectIds: readonly string[], now: Date): Promise<void> {
  const due = await transaction.rows<CreditedBalance>(sql`
    select organization_id as "organizationId", customer_id as "customerId", subject_id as "subjectId", meter_id as "meterId"
    from metering.customer_meters where subject_id = any(${subjectIds}::uuid[]) and credits_end_at <= ${now.toISOString()}
    order by subject_id, meter_id`);
  for (const balance of due) {
    const stored = await readCredits(transaction, balance);
    const isEnded = await expire(transaction, balance, stored, now, now);
    // The last release has removed them with its own statements.
    if (!isEnded) await storeCredits(transaction, balance, stored.credits, now);
  }
}
