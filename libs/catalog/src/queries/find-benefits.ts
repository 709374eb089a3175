import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import { camelCased, deeplyCamelCased } from '#platform/wire';
import {
  type BenefitView,
  FindBenefits,
  FindLicenseKeyBenefits,
  type LicenseKeyTerms,
  type LicensePolicyTerms,
} from '../contract/index.ts';
import type { CatalogTables, LicenseKeysShape } from '../adapters/persistence/benefit.mapping.ts';
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
    return new Map(rows.map((row) => [row.id, terms(row)]));
  }
}

type Row = Pick<CatalogTables['catalog.benefits'], 'id' | 'organization_id' | 'deleted_at' | 'properties'>;

function terms({ id, organization_id, deleted_at, properties }: Row): LicenseKeyTerms {
  const {
    prefix,
    expires,
    activations,
    limit_usage,
    policy,
    deliver_by_email = false,
    key_format,
    replaces_benefit_ids = [],
    quantity = 'one',
    when_bought_again = 'new_key',
  } = properties as LicenseKeysShape;
  return {
    id,
    organizationId: organization_id,
    isDeleted: deleted_at !== null,
    prefix,
    expires,
    activations: activations && activationTerms(activations),
    limitUsage: limit_usage,
    policy: policy ? (deeplyCamelCased(policy) as LicensePolicyTerms) : null,
    deliverByEmail: deliver_by_email,
    keyFormat: key_format ? camelCased(key_format) : null,
    replacesBenefitIds: replaces_benefit_ids,
    quantity,
    whenBoughtAgain: when_bought_again,
  };
}

function activationTerms(activations: NonNullable<LicenseKeysShape['activations']>): LicenseKeyTerms['activations'] {
  const { limit, enable_customer_admin, checkout_seconds, overdraft = 0 } = activations;
  const plain = { limit, enableCustomerAdmin: enable_customer_admin };
  if (checkout_seconds !== undefined) return { ...plain, floating: { checkoutSeconds: checkout_seconds, overdraft } };
  return overdraft > 0 ? { ...plain, nodeLocked: { overdraft } } : plain;
}
