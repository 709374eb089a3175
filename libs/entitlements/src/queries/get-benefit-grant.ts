import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { BenefitGrantLoader } from './benefit-grant-loader.ts';
import type { BenefitGrantView } from './benefit-grant.view.ts';
import { GRANT_VIEW_COLUMNS } from './grant-columns.ts';

export class GetBenefitGrant extends Query<BenefitGrantView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetBenefitGrant)
export class GetBenefitGrantHandler implements IQueryHandler<GetBenefitGrant> {
  constructor(
    private readonly em: EntityManager,
    private readonly grants: BenefitGrantLoader,
  ) {}

  async execute({ access, id }: GetBenefitGrant): Promise<BenefitGrantView> {
    const row = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select(GRANT_VIEW_COLUMNS)
      .where(anyOf('organization_id', access.visible))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return (await this.grants.of([row]))[0]!;
  }
}
