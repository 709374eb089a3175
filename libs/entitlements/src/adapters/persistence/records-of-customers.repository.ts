import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { recordEvents } from '#engine/outbox';
import { inTransaction } from '#engine/persistence';
import { CustomerPurchasesMoved } from '../../domain/records-of-customers.events.ts';
import { type NewHolder, RecordsOfCustomers } from '../../domain/records-of-customers.ts';

/** The number of rows of each kind that are moved in one transaction. */
const BATCH = 200;

interface Move {
  readonly table: 'subscriptions' | 'orders' | 'refunds' | 'disputes' | 'benefit_grants';
  /** The column that names the merged customer. */
  readonly column: 'customer_id' | 'recipient_id';
  /** The column by which an index orders the rows of a customer. */
  readonly order: 'started_at' | 'created_at';
  readonly assignments: RawBuilder<unknown>;
  readonly condition?: RawBuilder<unknown>;
}

@Injectable()
export class SqlRecordsOfCustomers extends RecordsOfCustomers {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async membersOf(organizationId: string, customerId: string): Promise<string[]> {
    const { rows } = await sql<{ member_id: string }>`
      select distinct member_id from (
        select member_id from entitlements.benefit_grants
        where organization_id = ${organizationId} and customer_id = ${customerId} and member_id is not null
        order by created_at, id limit ${BATCH}
      ) as batch`.execute(this.em.getKysely<object>());
    return rows.map(({ member_id }) => member_id);
  }

  moveSome(organizationId: string, customerId: string, to: NewHolder, now: Date): Promise<number> {
    return inTransaction(this.em, 'records of a merged customer', async (transaction) => {
      let moved = 0;
      for (const { table, column, order, assignments, condition = sql`true` } of movesTo(to, now)) {
        const { rows } = await sql`
          with batch as (
            select id from ${sql.table(`entitlements.${table}`)}
            where organization_id = ${organizationId} and ${sql.ref(column)} = ${customerId} and ${condition}
            order by ${sql.ref(order)}, id limit ${BATCH} for update
          )
          update ${sql.table(`entitlements.${table}`)} as record set ${assignments} from batch where record.id = batch.id
          returning record.id`.execute(transaction.getKysely<object>());
        moved += rows.length;
      }
      if (moved > 0) {
        await recordEvents(transaction, [new CustomerPurchasesMoved(organizationId, to.customerId, now, customerId)]);
      }
      return moved;
    });
  }
}

/** What somebody buys for themselves has no recipient. A refund never changes otherwise, so it has no time of modification. */
function movesTo({ customerId, members }: NewHolder, now: Date): Move[] {
  const at = sql`${now.toISOString()}::timestamptz`;
  const toCustomer = sql`customer_id = ${customerId}`;
  const asBuyer = sql`${toCustomer}, recipient_id = nullif(recipient_id, ${customerId}), modified_at = ${at}`;
  const asRecipient = sql`recipient_id = nullif(${customerId}::uuid, customer_id), modified_at = ${at}`;
  const after = JSON.stringify(Object.fromEntries(members));
  const asHolder = sql`${toCustomer}, member_id = (${after}::jsonb ->> member_id::text)::uuid, modified_at = ${at}`;
  const ofMembers = sql`(member_id is null or ${after}::jsonb ? member_id::text)`;
  return [
    { table: 'subscriptions', column: 'customer_id', order: 'started_at', assignments: asBuyer },
    { table: 'subscriptions', column: 'recipient_id', order: 'started_at', assignments: asRecipient },
    { table: 'orders', column: 'customer_id', order: 'created_at', assignments: asBuyer },
    { table: 'orders', column: 'recipient_id', order: 'created_at', assignments: asRecipient },
    { table: 'refunds', column: 'customer_id', order: 'created_at', assignments: toCustomer },
    { table: 'disputes', column: 'customer_id', order: 'created_at', assignments: sql`${toCustomer}, modified_at = ${at}` },
    { table: 'benefit_grants', column: 'customer_id', order: 'created_at', assignments: asHolder, condition: ofMembers },
  ];
}
