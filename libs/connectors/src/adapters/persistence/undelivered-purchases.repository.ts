import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { inTransaction } from '#platform/persistence';
import { type UndeliveredPurchase, UndeliveredPurchases } from '../../domain/undelivered-purchases.ts';

type Source = Parameters<UndeliveredPurchases['replaceOf']>[0];

@Injectable()
export class PostgresUndeliveredPurchases extends UndeliveredPurchases {
  constructor(private readonly em: EntityManager) {
    super();
  }

  replaceOf({ organizationId, connectorId, kind, id }: Source, undelivered: readonly UndeliveredPurchase[], now: Date) {
    return inTransaction(this.em, 'undelivered purchases', async (transaction) => {
      const db = transaction.getKysely();
      await sql`delete from connectors.undelivered_purchases
        where connector_id = ${connectorId}::uuid and source_kind = ${kind} and source_id = ${id}::uuid`.execute(db);
      for (const purchase of undelivered) {
        await sql`insert into connectors.undelivered_purchases
          (connector_id, source_kind, source_id, line, organization_id, purchase, created_at)
          values (${connectorId}::uuid, ${kind}, ${id}::uuid, ${purchase.line}, ${organizationId}::uuid,
            ${JSON.stringify(purchase)}::jsonb, ${now}::timestamptz)
          on conflict do nothing`.execute(db);
      }
    });
  }
}
