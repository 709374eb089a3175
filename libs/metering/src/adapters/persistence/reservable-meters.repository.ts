import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import type { Reservations } from '#support/reservations';
import { OrganizationClocks } from '#platform/clocks';
import { asStep } from '#engine/idempotency';
import { inTransaction } from '#engine/persistence';
import { ReservableMeter } from '../../domain/reservable-meter.ts';
import {
  type OwnerOfMeter,
  ReservableMeters,
  type ReportedUse,
  type WhichCustomerMeter,
} from '../../domain/reservable-meters.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { CountingTransaction, type Statements } from './counting-transaction.ts';
import { EventBatch, type SubjectRow } from './event-batch.ts';
import { resolveSubjects } from './resolve-subjects.ts';
import { countedEvents } from './sql/aggregation.ts';
import { BALANCES } from './sql/balances.ts';
import { type CreditedBalance, creditsSeenAt } from './sql/credits-of-balance.ts';
import { columnsOf } from './sql/event-insertion.ts';
import { Constants } from './sql/filter.ts';
import { hasId } from './sql/stored-events.ts';
import { firstStatementsOf, RetryIngest, storeBatch } from './store-batch.ts';

type Reader = Pick<Statements, 'rows'>;

@Injectable()
export class SqlReservableMeters extends ReservableMeters {
  constructor(
    private readonly em: EntityManager,
    private readonly clocks: OrganizationClocks,
  ) {
    super();
  }

  change<T>(which: WhichCustomerMeter, by: (meter: ReservableMeter) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'ReservableMeter', async (inner) => {
      const db = inner.getKysely<object>();
      const reader: Reader = { rows: async (statement) => (await statement.execute(db)).rows };
      await lock(reader, which);
      return this.changeLocked(reader, which.id, by);
    });
  }

  async changeWithUse<T>(
    which: WhichCustomerMeter,
    { event, customer }: ReportedUse,
    now: Date,
    by: (meter: ReservableMeter, units: number) => Sync<T>,
  ): Promise<T> {
    const { organizationId } = event;
    const batch = new EventBatch(organizationId, [event], [customer]);
    const [columns, firstStatements] = [await columnsOf(batch), await firstStatementsOf(batch)];
    const work = async (transaction: CountingTransaction, results: readonly (readonly unknown[])[]): Promise<T> => {
      const [, meters, subjects] = results as [unknown, CountingMeter[], SubjectRow[]];
      const meterId = await lock(transaction, which);
      await storeBatch(transaction, { batch, columns }, meters, subjects, now);
      const units = await unitsOf(transaction, await countingMeter(transaction, meterId), organizationId, event.id);
      return this.changeLocked(transaction, which.id, (meter) => by(meter, units));
    };
    for (;;) {
      try {
        return await asStep('CountingTransaction', (record) => CountingTransaction.run(this.em, firstStatements, work, record));
      } catch (error) {
        if (!(error instanceof RetryIngest) || !('unresolved' in error.reason)) throw error;
        const unresolved = { ...error.reason.unresolved, forCounting: true };
        await CountingTransaction.run(this.em, [], (transaction) =>
          resolveSubjects(transaction, organizationId, unresolved, now),
        );
      }
    }
  }

  async ownerOf({ id, organizations }: WhichCustomerMeter): Promise<OwnerOfMeter> {
    const { rows } = await sql<OwnerOfMeter>`
      select organization_id as "organizationId", customer_id as "customerId" from metering.customer_meters
      where id = ${id} and organization_id = any(${organizations}::uuid[])`.execute(this.em.getKysely<object>());
    if (!rows[0]) throw new ResourceNotFound();
    return rows[0];
  }

  private async changeLocked<T>(reader: Reader, id: string, by: (meter: ReservableMeter) => Sync<T>): Promise<T> {
    const [row] = await reader.rows(sql<ReservableRow>`
      select metering.as_double(b.balance) as balance, c.reservations, c.organization_id as "organizationId",
        c.customer_id as "customerId", c.subject_id as "subjectId", c.meter_id as "meterId",
        extract(epoch from c.credits_end_at)::float8 * 1000 as credits_end_at,
        m.archived_at is null and m.aggregation ->> 'func' in ('count', 'sum') as is_reservable,
        date_part('epoch', date_trunc('milliseconds', clock_timestamp())) * 1000 as now
      from metering.customer_meters c join metering.meters m on m.id = c.meter_id
      join ${BALANCES} as b on b.subject_id = c.subject_id and b.meter_id = c.meter_id where c.id = ${id}`);
    const { is_reservable: isReservable, reservations, organizationId, now } = row!;
    const databaseTime = new Date(now + this.clocks.aheadMs(organizationId));
    const balance = await balanceAt(reader, row!, databaseTime);
    const meter = new ReservableMeter({ id, balance, isReservable, reservations, databaseTime });
    const outcome = by(meter) as T;
    const left = meter.reservations && JSON.stringify(meter.reservations);
    await reader.rows(sql`update metering.customer_meters set reservations = ${left}::jsonb where id = ${id}`);
    return outcome;
  }
}

/** Returns the id of the meter. What is read after this, also the time, is later than whatever had the lock before. */
async function lock(reader: Reader, { id, organizations }: WhichCustomerMeter): Promise<string> {
  const [locked] = await reader.rows(sql<{ meter_id: string }>`
    select meter_id from metering.customer_meters where id = ${id} and organization_id = any(${organizations}::uuid[]) for update`);
  if (!locked) throw new ResourceNotFound();
  return locked.meter_id;
}

/** Without the credits that have come to their end. */
async function balanceAt(reader: Reader, row: ReservableRow, time: Date): Promise<number> {
  if (row.credits_end_at === null || row.credits_end_at > time.getTime()) return row.balance;
  const { credits, consumed } = await creditsSeenAt(reader, row, time);
  return credits.units.minus(consumed).toNumber();
}

interface ReservableRow extends CreditedBalance {
  readonly balance: number;
  /** The earliest end of a credit, in milliseconds. */
  readonly credits_end_at: number | null;
  readonly is_reservable: boolean;
  readonly reservations: Reservations;
  readonly now: number;
}

/** The units that a meter which counts or sums adds for a stored event. */
async function unitsOf(reader: Reader, meter: CountingMeter, organizationId: string, eventId: string): Promise<number> {
  const constants = new Constants();
  const stored: RawBuilder<unknown> = sql`(
    select e.* from metering.events e where e.organization_id = ${organizationId}::uuid and ${hasId('e', sql`${eventId}::uuid`)})`;
  const [counted] = await reader.rows(sql<{ units: number }>`
    with ${constants.relation}, counted as (${countedEvents([meter], stored, sql`timestamp`, constants)})
    select metering.as_double(coalesce(sum(case when func = 'count' then 1 else number end), 0)) as units from counted`);
  return counted!.units;
}
