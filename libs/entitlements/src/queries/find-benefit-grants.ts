import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf } from '#platform/persistence';
import type { BenefitGrantRow, EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { type BenefitGrantSnapshot, FindBenefitGrants } from '../contract/index.ts';

@QueryHandler(FindBenefitGrants)
export class FindBenefitGrantsHandler implements IQueryHandler<FindBenefitGrants> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindBenefitGrants): Promise<ReadonlyMap<string, BenefitGrantSnapshot>> {
    const grants = this.em.getKysely<EntitlementsTables>().selectFrom('entitlements.benefit_grants').selectAll();
    return new Map((await grants.where(anyOf('id', ids)).execute()).map((row) => [row.id, facts(row)]));
  }
}

const facts = (row: BenefitGrantRow): BenefitGrantSnapshot => ({
  id: row.id,
  organizationId: row.organization_id,
  customerId: row.customer_id,
  memberId: row.member_id,
  benefitId: row.benefit_id,
  subscriptionId: row.subscription_id,
  orderId: row.order_id,
  isGranted: row.granted_at !== null,
  revision: row.revision,
  stateRevision: row.state_revision,
  expiryRevision: row.expiry_revision,
  keyStatus: row.key_status,
  keyStatusRevision: row.key_status_revision,
});
