import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';
import type { KeyEntitlementView } from './key-entitlement.view.ts';
import { visibleKeys } from './visible-keys.ts';

/** Where the entitlements of a license key come from. Throws `ResourceNotFound`. */
export class ListKeyEntitlements extends Query<Page<KeyEntitlementView>> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListKeyEntitlements)
export class ListKeyEntitlementsHandler implements IQueryHandler<ListKeyEntitlements> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id, paging }: ListKeyEntitlements): Promise<Page<KeyEntitlementView>> {
    const key = await visibleKeys(this.em, access.visible)
      .select(['entitlements', 'entitlement_sources'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!key) throw new ResourceNotFound();
    const all = sourcesOf(key);
    return toPage(all.slice(offsetOf(paging), offsetOf(paging) + paging.limit), all.length, paging);
  }
}

type Stored = NonNullable<LicenseKeyRow['entitlement_sources']>;
type Part = Stored['own'][number];

function sourcesOf({ entitlements, entitlement_sources: sources }: Pick<LicenseKeyRow, 'entitlements' | 'entitlement_sources'>) {
  const own = (sources?.own ?? entitlements ?? []).map((part) => ({
    ...viewOf(part),
    id: part.benefit_id,
    source: 'purchase' as const,
  }));
  const attached = (sources?.attached ?? []).flatMap(({ grantId, since, part }) =>
    part
      ? [{ ...viewOf(part), id: grantId, source: 'add_on' as const, benefit_grant_id: grantId, created_at: new Date(since) }]
      : [],
  );
  const given = (sources?.given ?? []).map(({ id, reason, createdAt, endsAt, ...part }) => ({
    ...viewOf(part),
    id,
    source: 'by_hand' as const,
    reason,
    created_at: new Date(createdAt),
    ends_at: endsAt === null ? null : new Date(endsAt),
  }));
  return [...own, ...attached, ...given];
}

const viewOf = ({ benefit_id, values, combine }: Part): Omit<KeyEntitlementView, 'id' | 'source'> => ({
  benefit_id,
  values,
  combine: combine ?? null,
  benefit_grant_id: null,
  reason: null,
  created_at: null,
  ends_at: null,
});
