import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import { FindKeysOfGrants, type GrantedKey } from '#entitlements/needs';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';

@QueryHandler(FindKeysOfGrants)
export class FindKeysOfGrantsHandler implements IQueryHandler<FindKeysOfGrants> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, grantIds }: FindKeysOfGrants): Promise<readonly GrantedKey[]> {
    const rows = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.license_keys')
      .select(['grant_id', 'customer_id', sql<boolean>`activation_count > 0 or validations > 0`.as('was_used')])
      .where('organization_id', '=', organizationId)
      .where(anyOf('grant_id', grantIds))
      .execute();
    return rows.map((row) => ({ grantId: row.grant_id!, customerId: row.customer_id, wasUsed: row.was_used }));
  }
}
