import { sql } from 'kysely';
import type { Clock } from '#kernel';
import type { readDb } from '#engine/persistence';
import { creditsSeenAt, readerOf } from '../adapters/persistence/sql/credits-of-balance.ts';

/** A balance with what tells whether credits have ended that are still in it. */
export interface StoredBalance {
  readonly organization_id: string;
  readonly customer_id: string;
  readonly subject_id: string;
  readonly meter_id: string;
  /** The earliest end of a credit, in milliseconds. */
  readonly credits_end_at: number | null;
}

interface Units {
  readonly consumed_units: number;
  readonly credited_units: number;
  readonly balance: number;
}

type Current<B> = Omit<B, 'organization_id' | 'subject_id' | 'credits_end_at'>;

/** The columns of a customer meter `c` that a stored balance has. */
export const STORED_BALANCE = sql`c.organization_id, c.subject_id, extract(epoch from c.credits_end_at)::float8 * 1000 as credits_end_at`;

/** Balances without the credits that have come to their end, whether a worker has taken them away or not. */
export const currentBalances = <B extends StoredBalance & Units>(
  db: ReturnType<typeof readDb<object>>,
  clock: Clock,
  balances: readonly B[],
): Promise<Current<B>[]> =>
  Promise.all(
    balances.map(async (stored) => {
      const { organization_id, subject_id: _subject, credits_end_at, ...balance } = stored;
      const now = clock.now(organization_id);
      if (credits_end_at === null || credits_end_at > now.getTime()) return balance;
      return { ...balance, ...(await unitsAt(db, stored, now)) };
    }),
  );

async function unitsAt(
  db: ReturnType<typeof readDb<object>>,
  { organization_id, customer_id, subject_id, meter_id }: StoredBalance,
  now: Date,
): Promise<Units> {
  const balance = { organizationId: organization_id, customerId: customer_id, subjectId: subject_id, meterId: meter_id };
  const { credits, consumed } = await creditsSeenAt(readerOf(db), balance, now);
  return {
    consumed_units: consumed.toNumber(),
    credited_units: credits.units.toNumber(),
    balance: credits.units.minus(consumed).toNumber(),
  };
}
