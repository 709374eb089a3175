import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type RankingPosition, Rankings } from '../../domain/rankings.ts';
import { BALANCES } from './sql/balances.ts';
import { Transaction } from './transaction.ts';

/** The number of balances ranked in one transaction. It is small, because transactions that count wait for it. */
const STEP_SIZE = 500;

@Injectable()
export class SqlRankings extends Rankings {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** Skips balances that another transaction is changing or ranking. */
  async rank(quietSince: Date, after: RankingPosition | null): Promise<RankingPosition | null> {
    const afterPosition = after
      ? sql`(meter_id, customer_meter_id) > (${after.meterId}::uuid, ${after.customerMeterId}::uuid)`
      : sql`true`;
    const ranked = await Transaction.run(this.em, (transaction) =>
      transaction.rows<RankingPosition>(sql`
        with changed as materialized (
          select subject_id, meter_id, customer_meter_id, modified_at, consumed_units, balance from ${BALANCES} as b
          where not is_ranked and customer_meter_id is not null and ${afterPosition}
            and (modified_at is null or modified_at <= ${quietSince.toISOString()})
          order by meter_id, customer_meter_id limit ${STEP_SIZE} for update skip locked
        ),
        updated_rankings as (
          insert into metering.customer_meter_rankings (customer_meter_id, meter_id, subject_id, modified_at, consumed_units, balance)
          select customer_meter_id, meter_id, subject_id, modified_at, consumed_units, balance from changed
          on conflict (customer_meter_id) do update
          set modified_at = excluded.modified_at, consumed_units = excluded.consumed_units, balance = excluded.balance
        ),
        updated_balances as (
          update metering.balances b set is_ranked = true from changed
          where b.subject_id = changed.subject_id and b.meter_id = changed.meter_id
        )
        select meter_id as "meterId", customer_meter_id as "customerMeterId" from changed order by 1, 2`),
    );
    return ranked.length < STEP_SIZE ? null : ranked.at(-1)!;
  }
}
