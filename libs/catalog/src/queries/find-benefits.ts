import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import {
  type BenefitView,
  FindBenefits,
  FindLicenseKeyBenefits,
  licenseKeyTerms,
  type ShownLicenseKeyTerms,
  type LicenseKeyTerms,
} from '../contract/index.ts';
import type { CatalogTables } from '../adapters/persistence/benefit.mapping.ts';
import { allBenefits, COLUMNS, toBenefitView } from './visible-benefits.ts';

/** All that are looked up at the same time are read by one statement. */
@QueryHandler(FindBenefits)
export class FindBenefitsHandler implements IQueryHandler<FindBenefits> {
  private readonly benefits = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindBenefits): Promise<ReadonlyMap<string, BenefitView>> {
    return this.benefits.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, BenefitView>> {
    const rows = await allBenefits(this.em).select(COLUMNS).where(anyOf('id', ids)).execute();
    return new Map(rows.map((row) => [row.id, toBenefitView(row)]));
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
        return [id, licenseKeyTerms(benefit, properties as ShownLicenseKeyTerms)];
      }),
    );
  }
}
