import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { readDb, anyOf, RowLoader } from '#engine/persistence';
import {
  FindDevice,
  FindKeysOfGrants,
  type GrantedKey,
  FindGrantedLicenseKeys,
  type GrantedLicenseKey,
  FindRenewableKeys,
  type RenewableKey,
} from '#entitlements/needs';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { sql } from 'kysely';
import { type BenefitGrantSnapshot, FindBenefitGrants } from '#entitlements/contract';

const MOST = 100;

/** A lifetime that waits for the first activation has not begun, so there is nothing to extend. */
const HAS_BEGUN = sql<boolean>`(policy->'expiry'->>'begins' is distinct from 'first_activation'
  or policy_state->'expiry'->>'firstActivatedAt' is not null)`;

/** It ends, or has a period of updates. */
const HAS_TERM = sql<boolean>`(expires_at is not null or policy->'updates' is not null)`;

/** Something that was bought once and has no end renewed it. */
const IS_RENEWED_FOR_GOOD = sql<boolean>`jsonb_path_exists(coalesce(renewals, '{}'),
  '$.list[*] ? (@.isForGood == true && (@.state == "given" || (@.state == "settled" && !(@.hasEnded == true))))')`;

/** The term that it had before it was renewed ends, or has ended. */
const HAD_TERM = sql<boolean>`(renewals->>'expiresAt' is not null or renewals->>'isWithoutTermBefore' = 'true')`;

@QueryHandler(FindRenewableKeys)
export class FindRenewableKeysHandler implements IQueryHandler<FindRenewableKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, keys }: FindRenewableKeys): Promise<readonly RenewableKey[]> {
    const { customerId, benefitIds, licenseKeyId } = keys;
    const found = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.license_keys')
      .select(['id', 'benefit_id as benefitId', 'grant_id as grantId', 'status_revision as statusRevision'])
      .select([
        sql<boolean>`status = 'revoked'`.as('isRevoked'),
        sql<boolean>`${HAS_TERM} or coalesce(${HAD_TERM} and not ${IS_RENEWED_FOR_GOOD}, false)`.as('hasTerm'),
        sql<boolean>`not ${IS_RENEWED_FOR_GOOD}`.as('mayEnd'),
      ])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where(anyOf('benefit_id', benefitIds))
      .where((on) => on.or([on('status', '<>', 'revoked'), on('grant_id', 'is not', null)]))
      .where(HAS_BEGUN)
      .orderBy(sql`id is distinct from ${licenseKeyId}::uuid`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(MOST)
      .execute();
    const undecided = found.flatMap(({ grantId, isRevoked, hasTerm }) =>
      grantId !== null && (isRevoked || !hasTerm) ? [grantId] : [],
    );
    const grants = undecided.length === 0 ? NO_GRANTS : await this.queries.execute(new FindBenefitGrants(undecided));
    return found.flatMap(({ id, benefitId, grantId, statusRevision, isRevoked, hasTerm, mayEnd }) => {
      const grant = grants.get(grantId ?? '');
      const isRenewable = isRevoked ? hasLapsed(grant, statusRevision) : hasTerm || (mayEnd && isOfSubscription(grant));
      return isRenewable ? [{ id, benefitId, hasLapsed: isRevoked }] : [];
    });
  }
}

const NO_GRANTS: ReadonlyMap<string, BenefitGrantSnapshot> = new Map();

const isOfSubscription = (grant: BenefitGrantSnapshot | undefined): boolean => (grant?.subscriptionId ?? null) !== null;

/** Whether the key was revoked with its grant, and not by hand. Keys of seats are not renewed. */
const hasLapsed = (grant: BenefitGrantSnapshot | undefined, statusRevision: number): boolean =>
  grant !== undefined && !grant.isBySeats && grant.keyStatus !== 'revoked' && grant.keyStatusRevision >= statusRevision;

const STATEMENT = {
  text: `select k.organization_id, k.id, k.grant_id, k.customer_id, k.benefit_id, k.display_key
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.id where k.grant_id is not null`,
  by: ['organization_id', 'id'],
};

interface Row {
  readonly id: string;
  readonly grant_id: string;
  readonly customer_id: string;
  readonly benefit_id: string;
  readonly display_key: string;
}

@QueryHandler(FindGrantedLicenseKeys)
export class FindGrantedLicenseKeysHandler implements IQueryHandler<FindGrantedLicenseKeys> {
  private readonly keys: RowLoader<Row>;

  constructor(em: EntityManager) {
    this.keys = new RowLoader(em, STATEMENT);
  }

  async execute({ organizationId, ids }: FindGrantedLicenseKeys): Promise<GrantedLicenseKey[]> {
    const rows = await Promise.all(ids.map((id) => this.keys.read(organizationId, id)));
    return rows.flatMap((row) => (row ? toKey(row) : []));
  }
}

const toKey = ({ id, grant_id, customer_id, benefit_id, display_key }: Row): GrantedLicenseKey => ({
  id,
  grantId: grant_id,
  customerId: customer_id,
  benefitId: benefit_id,
  displayKey: display_key,
});

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

@QueryHandler(FindDevice)
export class FindDeviceHandler implements IQueryHandler<FindDevice> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, activationId }: FindDevice): Promise<string | undefined> {
    const row = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.activations')
      .select('device')
      .where('organization_id', '=', organizationId)
      .where('id', '=', activationId)
      .executeTakeFirst();
    return row?.device ?? undefined;
  }
}
