import { sql } from 'kysely';
import { newId } from '#kernel';
import type { Units } from '../../domain/balances.ts';
import { type Credit, creditedUnits } from '../../domain/credits.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { resolveSubjects, showMeters } from './resolve-subjects.ts';
import { tellSystemEvent } from './system-event.ts';
import type { Transaction } from './transaction.ts';

/** Whose balance, held alone: everyone else waits until it is settled. */
export interface Holder {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subjectId: string;
}

export async function holdBalances(transaction: Transaction, customer: KnownCustomer, now: Date): Promise<Holder> {
  const { id: customerId, organizationId } = customer;
  await resolveSubjects(transaction, organizationId, { customers: [customer], externalIds: [], forCounting: true }, now);
  const find = () =>
    transaction.rows<{ id: string }>(sql`select id from metering.subjects
      where organization_id = ${organizationId} and customer_id = ${customerId} and merged_into is null`);
  const [subject] = await find();
  if (subject) return { organizationId, customerId, subjectId: subject.id };
  const subjectId = newId();
  await transaction.rows(sql`insert into metering.subjects (id, organization_id, customer_id, customer_name, known_meters)
    values (${subjectId}, ${organizationId}, ${customerId}, ${customer.name}, 0)`);
  return { organizationId, customerId, subjectId };
}

/** The holder has a balance of the meter, also of one that is archived and has counted nothing. Answers its customer meter. */
export async function giveBalance(transaction: Transaction, { subjectId }: Holder, meterId: string, now: Date): Promise<string> {
  const own = sql`b.subject_id = ${subjectId} and b.meter_id = ${meterId}`;
  await transaction.rows(sql`insert into metering.balances (subject_id, meter_id, organization_id, func)
    select ${subjectId}::uuid, id, organization_id, aggregation ->> 'func' from metering.meters where id = ${meterId} on conflict do nothing`);
  await transaction.rows(showMeters(own, now));
  const [balance] = await transaction.rows<{ id: string }>(
    sql`select customer_meter_id as id from metering.balances b where ${own}`,
  );
  return balance!.id;
}

/** The credits of the current window. */
export async function creditsOf(transaction: Transaction, { subjectId }: Holder, meterId: string): Promise<Credit[]> {
  const rows = await transaction.rows<{ units: number; rollover: boolean; at: number }>(sql`
    select units, rollover, extract(epoch from at)::float8 * 1000 as at from metering.credits
    where subject_id = ${subjectId} and meter_id = ${meterId}`);
  return rows.map(({ at, ...given }) => ({ ...given, at: new Date(at) }));
}

/** Credits units at a time, and adds the window's credits up anew: they count in the order of time. */
export async function credit(
  transaction: Transaction,
  holder: Holder,
  { meterId, units, rollover }: Units,
  at: Date,
  now: Date,
): Promise<void> {
  const { subjectId } = holder;
  await transaction.rows(sql`insert into metering.credits (id, subject_id, meter_id, units, rollover, at)
    values (${newId()}, ${subjectId}, ${meterId}, ${units}, ${rollover}, ${at.toISOString()})`);
  const credited = creditedUnits(await creditsOf(transaction, holder, meterId));
  await transaction.rows(sql`
    with balanced as (
      update metering.balances set credited = ${credited}, modified_at = ${now.toISOString()}, is_ranked = false
      where subject_id = ${subjectId} and meter_id = ${meterId} returning customer_meter_id
    )
    update metering.customer_meters set credited_units = ${credited} from balanced where id = customer_meter_id`);
  const metadata = { meter_id: meterId, units, rollover };
  await tellSystemEvent(transaction, { ...holder, name: 'meter.credited', timestamp: at, metadata }, now);
}
