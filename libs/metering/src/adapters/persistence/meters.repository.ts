import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { anyOf } from '#platform/persistence';
import { Meter } from '../../domain/meter.ts';
import { Meters, type WhichMeter } from '../../domain/meters.ts';
import type { MeteringTables } from './meter.mapping.ts';
import { Transaction } from './transaction.ts';

/** The newest number that an event has been given; while nobody counts, all of them are stored. */
const NEWEST = sql`(select case when is_called then last_value else 0 end from metering.event_seq)`;

@Injectable()
export class MikroOrmMeters extends Meters {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(meter: Meter): Promise<void> {
    return this.em.fork().transactional(async (inner) => {
      const db = inner.getKysely<object>();
      await Transaction.lockOrganization(db, meter.organizationId, 'alone');
      inner.persist(meter);
      await inner.flush();
      await countFrom(db, meter, sql`0`);
      await recordEvents(inner, meter.pullEvents());
    });
  }

  async change<T>(which: WhichMeter, by: (meter: Meter, hasCounted: boolean) => Sync<T>): Promise<T> {
    const organizationId = await this.organizationOf(which);
    return this.em.fork().transactional(async (inner) => {
      const db = inner.getKysely<object>();
      await Transaction.lockOrganization(db, organizationId, 'alone');
      const where = { id: which.id, organizationId };
      const meter = await inner.findOneOrFail(Meter, where as never, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const hasCounted = await counts(db, which.id);
      const before = { rule: ruleOf(meter), isArchived: meter.isArchived };
      const outcome = by(meter, hasCounted);
      await inner.flush();
      if (ruleOf(meter) !== before.rule) await countAnew(db, meter, before.isArchived);
      if (meter.isArchived && !before.isArchived) await stop(db, meter);
      if (!meter.isArchived && before.isArchived) await goOn(db, meter);
      await recordEvents(inner, meter.pullEvents());
      return outcome as T;
    });
  }

  async organizationOf({ id, organizations }: WhichMeter): Promise<string> {
    const meters = this.em.getKysely<MeteringTables>().selectFrom('metering.meters').select('organization_id');
    const row = await meters.where('id', '=', id).where(anyOf('organization_id', organizations)).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.organization_id;
  }
}

type Db = Kysely<object>;

const ruleOf = ({ filter, aggregation }: Meter): string => JSON.stringify([filter, aggregation]);

/** A meter that has counted events has at least one usage bucket. */
async function counts(db: Db, meterId: string): Promise<boolean> {
  const found = sql<{
    counts: boolean;
  }>`select exists (select from metering.usage_buckets where meter_id = ${meterId}) as counts`;
  return (await found.execute(db)).rows[0]!.counts;
}

async function countFrom(db: Db, { id, organizationId }: Meter, after: ReturnType<typeof sql>): Promise<void> {
  await sql`insert into metering.backfills (meter_id, organization_id, after_seq, to_seq)
    select ${id}, ${organizationId}, after, newest from (select ${after} as after, ${NEWEST} as newest) as gap where after < newest`.execute(
    db,
  );
}

/** Nothing was counted yet, so what is left of the backfill begins anew; that of an archived meter when it is none any more. */
async function countAnew(db: Db, meter: Meter, isArchived: boolean): Promise<void> {
  await sql`delete from metering.backfills where meter_id = ${meter.id}`.execute(db);
  await sql`update metering.balances set func = ${meter.aggregation.func} where meter_id = ${meter.id}`.execute(db);
  if (isArchived) await sql`update metering.meters set counted_to = 0 where id = ${meter.id}`.execute(db);
  else await countFrom(db, meter, sql`0`);
}

/** An archived meter does not count, but remembers up to where it did. */
const stop = (db: Db, { id }: Meter) => sql`update metering.meters set counted_to = ${NEWEST} where id = ${id}`.execute(db);

/** It counts again, as if it were new to everyone, and what it has missed is its backfill. */
async function goOn(db: Db, meter: Meter): Promise<void> {
  await countFrom(db, meter, sql`(select coalesce(counted_to, 0) from metering.meters where id = ${meter.id})`);
  await sql`update metering.meters set counted_to = null, number = default where id = ${meter.id}`.execute(db);
}
