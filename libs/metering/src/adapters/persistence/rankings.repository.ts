import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Place, Rankings } from '../../domain/rankings.ts';
import { BALANCES } from './sql/balances.ts';
import { Transaction } from './transaction.ts';

/** Whoever counts waits for a step, so it is short. */
const STEP = 500;

@Injectable()
export class SqlRankings extends Rankings {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** Never waits for those who count, and leaves to others what they are ranking. */
  async rank(quietSince: Date, after: Place | null): Promise<Place | null> {
    const rest = after
      ? sql`(meter_id, customer_meter_id) > (${after.meterId}::uuid, ${after.customerMeterId}::uuid)`
      : sql`true`;
    const ranked = await Transaction.run(this.em, (transaction) =>
      transaction.rows<Place>(sql`
        with changed as materialized (
          select subject_id, meter_id, customer_meter_id, modified_at, consumed_units, balance from ${BALANCES} as b
          where not is_ranked and customer_meter_id is not null and ${rest}
            and (modified_at is null or modified_at <= ${quietSince.toISOString()})
          order by meter_id, customer_meter_id limit ${STEP} for update skip locked
        ),
        placed as (
          insert into metering.customer_meter_rankings (customer_meter_id, meter_id, subject_id, modified_at, consumed_units, balance)
          select customer_meter_id, meter_id, subject_id, modified_at, consumed_units, balance from changed
          on conflict (customer_meter_id) do update
          set modified_at = excluded.modified_at, consumed_units = excluded.consumed_units, balance = excluded.balance
        ),
        ranked as (
          update metering.balances b set is_ranked = true from changed
          where b.subject_id = changed.subject_id and b.meter_id = changed.meter_id
        )
        select meter_id as "meterId", customer_meter_id as "customerMeterId" from changed order by 1, 2`),
    );
    return ranked.length < STEP ? null : ranked.at(-1)!;
  }
}
