import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import {
  FindBenefits,
  FindLicenseKeyBenefits,
  FindOfferedBenefits,
  licenseKeyTerms,
  type LicenseKeyProperties,
  type LicenseKeyTerms,
  type BenefitSnapshot,
  FindTypedKeyFormats,
} from '../contract/index.ts';
import type { OfferedBenefit } from '../contract/benefits.ts';
import type { CatalogTables, LicenseKeysShape } from '../adapters/persistence/benefit.mapping.ts';
import { allBenefits, COLUMNS, toBenefitView } from './visible-benefits.ts';
import { camelCased } from '#support/texts';
import type { TypedKeyFormat } from '../contract/license-key-terms.ts';

const MOST = 50;

interface Row {
  readonly organization_id: string;
  readonly prefix: string | null;
  readonly format: Exclude<NonNullable<LicenseKeysShape['key_format']>, { readonly type: 'signed' }>;
}

@QueryHandler(FindTypedKeyFormats)
export class FindTypedKeyFormatsHandler implements IQueryHandler<FindTypedKeyFormats> {
  /** In turn: whoever guesses keys causes one read at a time, however many are unknown. */
  private readonly formats = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: FindTypedKeyFormats): Promise<readonly TypedKeyFormat[]> {
    return (await this.formats.read(organizationId)) ?? [];
  }

  private async read(organizationIds: readonly string[]): Promise<ReadonlyMap<string, readonly TypedKeyFormat[]>> {
    const { rows } = await sql<Row>`
      select w.id as organization_id, f.prefix, f.format from unnest(${organizationIds}::uuid[]) as w (id)
      cross join lateral (
        select distinct properties ->> 'prefix' as prefix, properties -> 'key_format' as format from catalog.benefits
        where organization_id = w.id and deleted_at is null and properties -> 'key_format' -> 'accepts_typed_input' = 'true'
        limit ${sql.lit(MOST)}
      ) f`.execute(readDb<object>(this.em));
    const toFormat = ({ prefix, format }: Row): TypedKeyFormat => ({ prefix, format: camelCased(format) });
    return new Map([...Map.groupBy(rows, (row) => row.organization_id)].map(([id, those]) => [id, those.map(toFormat)]));
  }
}

/** All that are looked up at the same time are read by one statement. */
@QueryHandler(FindBenefits)
export class FindBenefitsHandler implements IQueryHandler<FindBenefits> {
  private readonly benefits = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindBenefits): Promise<ReadonlyMap<string, BenefitSnapshot>> {
    return this.benefits.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, BenefitSnapshot>> {
    const rows = await allBenefits(this.em).select(COLUMNS).where(anyOf('id', ids)).execute();
    return new Map(rows.map((row) => [row.id, toBenefitView(row)]));
  }
}

/** `position` is that in the seller's order, in which those come last that are no longer offered. */
const offeringsOf = (productIds: readonly string[]) => sql<{
  readonly product_id: string;
  readonly benefit_id: string;
  readonly removed_at: Date | null;
  readonly position: number;
}>`(
  select products.id as product_id, offered.id as benefit_id, null::timestamptz as removed_at, offered.position
  from catalog.products, unnest(benefit_ids) with ordinality as offered (id, position) where products.id = any(${productIds}::uuid[])
  union all
  select products.id, (kept.benefit ->> 'benefit_id')::uuid, (kept.benefit ->> 'removed_at')::timestamptz,
    cardinality(benefit_ids) + kept.position
  from catalog.products, jsonb_array_elements(kept_benefits) with ordinality as kept (benefit, position)
  where products.id = any(${productIds}::uuid[]))`;

/** Products and benefits are read by one statement, so that they fit each other. */
@QueryHandler(FindOfferedBenefits)
export class FindOfferedBenefitsHandler implements IQueryHandler<FindOfferedBenefits> {
  private readonly offered = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ productIds }: FindOfferedBenefits): Promise<ReadonlyMap<string, readonly OfferedBenefit[]>> {
    return this.offered.readAll(productIds);
  }

  private async read(productIds: readonly string[]): Promise<ReadonlyMap<string, readonly OfferedBenefit[]>> {
    const rows = await allBenefits(this.em)
      .innerJoin(offeringsOf(productIds).as('offering'), 'offering.benefit_id', 'catalog.benefits.id')
      .select([...COLUMNS, 'offering.product_id', 'offering.removed_at'])
      .where('deleted_at', 'is', null)
      .orderBy('offering.position')
      .execute();
    const offered = rows.map(({ product_id, removed_at, ...benefit }) => ({
      productId: product_id,
      removedAt: removed_at,
      benefit: toBenefitView(benefit),
    }));
    return Map.groupBy(offered, ({ productId }) => productId);
  }
}

@QueryHandler(FindLicenseKeyBenefits)
export class FindLicenseKeyBenefitsHandler implements IQueryHandler<FindLicenseKeyBenefits> {
  private readonly benefits = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindLicenseKeyBenefits): Promise<ReadonlyMap<string, LicenseKeyTerms>> {
    return this.benefits.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, LicenseKeyTerms>> {
    const rows = await readDb<CatalogTables>(this.em)
      .selectFrom('catalog.benefits')
      .select(['id', 'organization_id', 'deleted_at', 'properties'])
      .where('id', '=', sql<string>`any(${ids})`)
      .where('type', '=', 'license_keys')
      .execute();
    return new Map(
      rows.map(({ id, organization_id: organizationId, deleted_at, properties }) => {
        const benefit = { id, organizationId, isDeleted: deleted_at !== null };
        return [id, licenseKeyTerms(benefit, properties as LicenseKeyProperties)];
      }),
    );
  }
}
