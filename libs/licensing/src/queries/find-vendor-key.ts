import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindBenefits } from '#catalog/contract';
import { Clock, NO_ORGANIZATION, ResourceNotFound } from '#kernel';
import { IdOfOrganization } from '#organizations/contract';
import { readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { type VendorFacts, vendorFactsIn, type VendorName } from '#support/vendors';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { isTyped, typedDigests } from '../adapters/persistence/sql/typed-strings.ts';

/** A license key as another vendor would tell of it. */
export interface VendorKey {
  readonly id: string;
  readonly customerId: string;
  readonly benefitId: string;
  /** What the benefit is called. */
  readonly benefitName: string;
  readonly limitActivations: number | null;
  readonly activationCount: number;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** What the metadata of the license key say, or else those of its benefit. */
  readonly facts: VendorFacts;
  /** The activation of the device that was asked for. */
  readonly activation: { readonly id: string; readonly label: string; readonly createdAt: Date } | null;
}

export interface FoundVendorKey {
  /** One that has no license keys if there is none with the slug. */
  readonly organizationId: string;
  readonly key: VendorKey | undefined;
}

/**
 * The license key that an application of another vendor presents, however it is written. Whether it may be used is the decision of the
 * command that follows. One that exists takes the same statements as one that does not.
 */
export class FindVendorKey extends Query<FoundVendorKey> {
  constructor(
    readonly vendor: VendorName,
    readonly slug: string,
    readonly presented: { readonly key: string; readonly device: string | null },
  ) {
    super();
  }
}

@QueryHandler(FindVendorKey)
export class FindVendorKeyHandler implements IQueryHandler<FindVendorKey> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  async execute({ vendor, slug, presented }: FindVendorKey): Promise<FoundVendorKey> {
    const organizationId = await this.organizationOf(slug);
    const row = await this.read(organizationId, presented);
    const benefitId = row?.benefitId ?? NO_ORGANIZATION;
    const benefit = (await this.queries.execute(new FindBenefits([benefitId]))).get(benefitId);
    if (!row || !benefit) return { organizationId, key: undefined };
    const { metadata, activationId, label, activatedAt, ...key } = row;
    const facts = { ...vendorFactsIn(vendor, benefit.metadata), ...vendorFactsIn(vendor, metadata ?? {}) };
    const activation = activationId === null ? null : { id: activationId, label: label!, createdAt: activatedAt! };
    return { organizationId, key: { ...key, benefitName: benefit.description, facts, activation } };
  }

  private organizationOf(slug: string): Promise<string> {
    return this.queries.execute(new IdOfOrganization(slug)).catch((error: unknown) => {
      if (error instanceof ResourceNotFound) return NO_ORGANIZATION;
      throw error;
    });
  }

  private read(organizationId: string, { key, device }: FindVendorKey['presented']) {
    return readDb<LicensingTables>(this.em)
      .selectFrom('licensing.key_strings as s')
      .innerJoin('licensing.license_keys as k', (join) =>
        join.onRef('k.organization_id', '=', 's.organization_id').onRef('k.id', '=', 's.license_key_id'),
      )
      .leftJoin('licensing.activations as a', (join) =>
        join
          .onRef('a.organization_id', '=', 'k.organization_id')
          .onRef('a.license_key_id', '=', 'k.id')
          .on('a.device', '=', device)
          .on('a.deactivated_at', 'is', null),
      )
      .select([
        'k.id',
        'k.customer_id as customerId',
        'k.benefit_id as benefitId',
        'k.limit_activations as limitActivations',
        'k.activation_count as activationCount',
        'k.expires_at as expiresAt',
        'k.created_at as createdAt',
        'k.metadata',
        'a.id as activationId',
        'a.label',
        'a.created_at as activatedAt',
      ])
      .where('s.organization_id', '=', organizationId)
      .where(isTyped(typedDigests(this.keyring, key), [organizationId]))
      .where(sql<boolean>`(s.valid_until is null or s.valid_until > ${this.clock.now(organizationId)})`)
      .orderBy('a.created_at')
      .executeTakeFirst();
  }
}
