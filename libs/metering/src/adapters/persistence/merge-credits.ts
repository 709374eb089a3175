import { sql } from 'kysely';
import { BalanceCredits } from '../../domain/balance-credits.ts';
import type { BalanceOwner } from './balance-row.ts';
import { readCredits, type StoredCredits } from './sql/credits-of-balance.ts';
import { creditsAt, storeCredits } from './stored-credits.ts';
import type { Transaction } from './transaction.ts';

/** The credits of a subject for each meter that it has credits of, with the usage that they cover. */
export async function creditsToMerge(
  transaction: Transaction,
  owner: Omit<BalanceOwner, 'subjectId'>,
  subjectId: string,
  now: Date,
): Promise<(StoredCredits & { readonly meterId: string })[]> {
  const meters = await transaction.rows<{ meter_id: string }>(sql`
    select distinct meter_id from metering.credits where subject_id = ${subjectId} order by meter_id`);
  const credits: (StoredCredits & { readonly meterId: string })[] = [];
  for (const { meter_id: meterId } of meters) {
    credits.push({ meterId, ...(await creditsAt(transaction, { ...owner, subjectId, meterId }, now, now)) });
  }
  return credits;
}

/** Usage draws from the credits of both customers from now on. */
export async function mergeCredits(
  transaction: Transaction,
  from: string,
  owner: BalanceOwner,
  parts: readonly (StoredCredits & { readonly meterId: string })[],
  now: Date,
): Promise<void> {
  await transaction.rows(sql`update metering.credits set subject_id = ${owner.subjectId} where subject_id = ${from}`);
  for (const [meterId, own] of [...Map.groupBy(parts, (part) => part.meterId)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const balance = { ...owner, meterId };
    const { consumed } = await readCredits(transaction, balance);
    const merged = BalanceCredits.merged(own);
    merged.draw(consumed);
    await storeCredits(transaction, balance, merged, now);
  }
}
