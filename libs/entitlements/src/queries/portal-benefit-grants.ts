import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { BenefitView } from '#catalog/views';
import { FindBenefits } from '#catalog/contract';
import { asPortalCustomer } from '#customer-portal/views';
import { FindCustomers } from '#customer-portal/contract';
import type { CustomerAccess } from '#kernel';
import { asSeller, type SellerView } from '#organizations/views';
import { FindSeller } from '#organizations/contract';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { type GrantViewRow, viewOf } from './grant-columns.ts';
import type { PortalBenefitGrantView, PortalBenefitView } from './portal-benefit-grant.view.ts';

/** The grants a customer or member sees in the portal: of public benefits, without revoked ones. */
@Injectable()
export class PortalBenefitGrants {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  of(access: CustomerAccess) {
    return this.includingRevoked(access).where('revoked_at', 'is', null);
  }

  /** Includes revoked grants. */
  includingRevoked(access: CustomerAccess) {
    const own = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .where('organization_id', '=', access.organizationId)
      .where('customer_id', '=', access.customerId);
    if (access.seesEverything) return own;
    const memberId = access.member!.id;
    return own.where(({ eb, or }) =>
      or([eb('member_id', '=', memberId), ...(access.seesUnassigned ? [eb('member_id', 'is', null)] : [])]),
    );
  }

  async productsOf(
    table: 'entitlements.subscriptions' | 'entitlements.orders',
    { organizationId }: CustomerAccess,
    ids: readonly string[],
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const bought = readDb<EntitlementsTables>(this.em).selectFrom(table).select('product_id').distinct();
    const rows = await bought.where('organization_id', '=', organizationId).where(anyOf('id', ids)).execute();
    return rows.map(({ product_id }) => product_id);
  }

  /** The ones of these benefits that are public and not deleted. */
  async benefits(ids: readonly string[]): Promise<BenefitView[]> {
    const found = await this.queries.execute(new FindBenefits(ids));
    return [...found.values()].filter(({ visibility, is_deleted }) => visibility === 'public' && !is_deleted);
  }

  async toViews(
    access: CustomerAccess,
    rows: readonly GrantViewRow[],
    benefits: readonly BenefitView[],
  ): Promise<PortalBenefitGrantView[]> {
    const [customers, seller] = await Promise.all([
      this.queries.execute(new FindCustomers([access.customerId])),
      this.queries.execute(new FindSeller(access.organizationId)),
    ]);
    const customer = asPortalCustomer(customers.get(access.customerId)!);
    const byId = new Map(benefits.map((benefit) => [benefit.id, ownBenefit(benefit, asSeller(seller))]));
    return rows.map((row) => ({
      ...viewOf(row),
      customer,
      benefit: byId.get(row.benefit_id)!,
    }));
  }
}

function ownBenefit(
  { metadata: _metadata, visibility: _visibility, visibility_configurable: _configurable, ...benefit }: BenefitView,
  organization: SellerView,
): PortalBenefitView {
  if (benefit.type === 'feature_flag') {
    const { attach: _attach, combine: _combine, ...flag } = benefit;
    return { ...flag, organization } as PortalBenefitView;
  }
  if (benefit.type !== 'downloadables') return { ...benefit, organization } as PortalBenefitView;
  const { files, archived } = benefit.properties;
  return { ...benefit, organization, properties: { active_files: files.filter((id) => !archived[id]) } };
}
