import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { FindRenewableKeys, type RenewableKey } from '../contract/index.ts';

const MOST = 100;

/** A lifetime that waits for the first activation has not begun, so there is nothing to extend. */
const HAS_BEGUN = sql<boolean>`(policy->'expiry'->>'begins' is distinct from 'first_activation'
  or policy_state->'expiry'->>'firstActivatedAt' is not null)`;

@QueryHandler(FindRenewableKeys)
export class FindRenewableKeysHandler implements IQueryHandler<FindRenewableKeys> {
  constructor(private readonly em: EntityManager) {}

  execute({ organizationId, keys }: FindRenewableKeys): Promise<readonly RenewableKey[]> {
    const { customerId, benefitIds, licenseKeyId } = keys;
    return readDb<LicensingTables>(this.em)
      .selectFrom('licensing.license_keys')
      .select(['id', 'benefit_id as benefitId'])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where(anyOf('benefit_id', benefitIds))
      .where('status', '<>', 'revoked')
      .where('expires_at', 'is not', null)
      .where(HAS_BEGUN)
      .orderBy(sql`id is distinct from ${licenseKeyId}::uuid`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(MOST)
      .execute();
  }
}
