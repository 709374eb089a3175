import { type RawBuilder, sql } from 'kysely';
import type { readDb } from '#engine/persistence';
import { BalanceCredits } from '../../../domain/balance-credits.ts';
import type { EndedCredit, SeparateCredit } from '../../../domain/separate-credit.ts';
import { Decimal } from '../../../domain/decimal.ts';
import { countingMeter } from '../counting-meters.ts';
import type { Statements } from '../counting-transaction.ts';
import { BALANCES } from './balances.ts';
import { consumedUntil } from './consumed-until.ts';

/** A balance whose subject is a customer. */
export interface CreditedBalance {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subjectId: string;
  readonly meterId: string;
}

/** The credits of a balance, and its usage. */
export interface StoredCredits {
  readonly customerMeterId: string;
  readonly credits: BalanceCredits;
  readonly consumed: Decimal;
}

interface CreditRow {
  readonly id: string;
  readonly units: number;
  readonly rollover: boolean;
  readonly at: number;
  readonly drawn: string | null;
  readonly priority: number;
  readonly expires_at: number | null;
  readonly grant_id: string | null;
  readonly ended_at: number | null;
}

type Reader = Pick<Statements, 'rows'>;

/** Reads without a transaction. */
export const readerOf = (db: ReturnType<typeof readDb<object>>): Reader => ({
  rows: async <R>(statement: RawBuilder<R>) => (await statement.execute(db)).rows,
});

export type Whose = Pick<CreditedBalance, 'subjectId' | 'meterId'>;

const milliseconds = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8 * 1000`;
const timeOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** As they are stored: credits that have come to their end since are still among them. */
export async function readCredits(reader: Reader, { subjectId, meterId }: Whose): Promise<StoredCredits> {
  const [row] = await reader.rows<{ id: string; consumed: string; drawn: string | null; credits: CreditRow[] }>(sql`
    select b.customer_meter_id as id, b.consumed_units::text as consumed, c.credits_drawn::text as drawn, array(
      select jsonb_build_object('id', id, 'units', units, 'rollover', rollover, 'at', ${milliseconds('at')}, 'drawn', drawn::text,
        'priority', priority, 'expires_at', ${milliseconds('expires_at')}, 'grant_id', grant_id, 'ended_at', ${milliseconds('ended_at')})
      from metering.credits where subject_id = b.subject_id and meter_id = b.meter_id
    ) as credits
    from ${BALANCES} as b join metering.customer_meters c on c.id = b.customer_meter_id
    where b.subject_id = ${subjectId} and b.meter_id = ${meterId}`);
  const { id, consumed, drawn, credits } = row!;
  const plain = credits.filter((credit) => credit.drawn === null);
  const separate = credits.filter((credit) => credit.drawn !== null);
  return {
    customerMeterId: id,
    consumed: Decimal.of(consumed),
    credits: new BalanceCredits(
      plain.map(({ units, rollover, at }) => ({ units, rollover, at: new Date(at) })),
      separate.map(separateCredit),
      drawn === null ? null : Decimal.of(drawn),
    ),
  };
}

const separateCredit = (row: CreditRow): SeparateCredit => ({
  id: row.id,
  units: Decimal.of(row.units),
  drawn: Decimal.of(row.drawn!),
  priority: row.priority,
  expiresAt: timeOf(row.expires_at),
  rollover: row.rollover,
  at: new Date(row.at),
  grantId: row.grant_id,
  endedAt: timeOf(row.ended_at),
});

/** As they are at a time, whether what has ended is stored and told or not. */
export async function creditsSeenAt(reader: Reader, balance: CreditedBalance, at: Date): Promise<StoredCredits> {
  const stored = await readCredits(reader, balance);
  await endCredits(reader, balance, stored.credits, at);
  return stored;
}

/** Ends credits whose end has come, with the usage until then. */
export async function endCredits(
  reader: Reader,
  { organizationId, subjectId, meterId }: CreditedBalance,
  credits: BalanceCredits,
  until: Date,
): Promise<EndedCredit[]> {
  const ends = credits.endsUntil(until);
  if (ends.length === 0) return [];
  const meter = await countingMeter(reader, meterId);
  const ended: EndedCredit[] = [];
  for (const end of ends) {
    const [usage] = await reader.rows(consumedUntil(organizationId, subjectId, meter, end));
    ended.push(...credits.expire(end, Decimal.of(usage!.consumed)));
  }
  return ended;
}
