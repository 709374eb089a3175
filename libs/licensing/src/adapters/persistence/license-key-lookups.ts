import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type BatchStatement, eachOnCoordinator, pgPool, RowLoader } from '#engine/persistence';
import type { LicensingTables } from './license-key.mapping.ts';
import { UNCLAIMED_KEY } from './unclaimed-batch-statements.ts';
import { unseenDevices } from './over-limit-statements.ts';
import { TYPED_STRING, type TypedStringRow } from './sql/typed-strings.ts';
import type { UnclaimedKey } from '../../domain/batches/unclaimed-batches.ts';
import type { KeyHistory } from '../../domain/keys/license-key.types.ts';
import type { DirectlyIssuedKeys, HeldKey, IdentifiedKey, UnseenDevices } from '../../domain/keys/key-batches.ts';
import type { Reservation } from '../../domain/keys/key-issuance.ts';
import type { KeyOfGrant, KeyOwner } from '../../domain/keys/license-keys.ts';

/** The SQL for notices that keys expire. The index `license_keys_by_notice` has the condition of both reads. */

const DUE = `select organization_id as "organizationId", id from licensing.license_keys
    where notice_at <= $2::timestamptz and notice_at is not null and expires_at is not null`;

/** Keys with a notice that is due, the latest first: those from before there were notices come last. */
export const dueNotices = (most: number, at: Date, organizationId?: string): BatchStatement =>
  organizationId === undefined
    ? { name: 'license-keys-due-notices', text: `${DUE} order by notice_at desc limit $1`, values: [most, at] }
    : {
        name: 'license-keys-due-notices-of-organization',
        text: `${DUE} and organization_id = $3::uuid order by notice_at desc limit $1`,
        values: [most, at, organizationId],
      };

const ENDED = `select organization_id as "organizationId", id from licensing.license_keys
    where entitlements_end_at <= $2::timestamptz and entitlements_end_at is not null`;

/** Keys of which something that was given by hand has ended, the earliest first. */
export const endedEntitlements = (most: number, at: Date, organizationId?: string): BatchStatement =>
  organizationId === undefined
    ? { name: 'license-keys-ended-entitlements', text: `${ENDED} order by entitlements_end_at limit $1`, values: [most, at] }
    : {
        name: 'license-keys-ended-entitlements-of-organization',
        text: `${ENDED} and organization_id = $3::uuid order by entitlements_end_at limit $1`,
        values: [most, at, organizationId],
      };

const OWNER = {
  text: `select k.organization_id, k.id, k.customer_id as "customerId", k.member_id as "memberId", k.benefit_id as "benefitId"
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.id`,
  by: ['organization_id', 'id'],
};

const BY_GRANT = {
  text: `select k.organization_id, k.grant_id, k.id, k.entitlements_revision as "entitlementsRevision",
      array(select r->>'grantId' from jsonb_array_elements(k.renewals->'list') r
        where r->>'state' in ('given', 'taken_back', 'settled')) as "renewedBy"
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, grant_id)
    join licensing.license_keys k on k.organization_id = w.organization_id and k.grant_id = w.grant_id`,
  by: ['organization_id', 'grant_id'],
};

const RESERVED = {
  text: `select r.organization_id, r.purchase_id, r.benefit_id, r.encrypted_key, r.history
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, purchase_id, benefit_id)
    join licensing.reserved_keys r on r.organization_id = w.organization_id and r.purchase_id = w.purchase_id
      and r.benefit_id = w.benefit_id`,
  by: ['organization_id', 'purchase_id', 'benefit_id'],
};

const NOTED = {
  text: `select n.organization_id, n.grant_id, n.revision from unnest($1::uuid[], $2::uuid[]) as w (organization_id, grant_id)
    join licensing.noted_decisions n on n.organization_id = w.organization_id and n.grant_id = w.grant_id`,
  by: ['organization_id', 'grant_id'],
};

interface UnclaimedRow {
  readonly id: string;
  readonly batchId: string;
  readonly benefitId: string;
  readonly claimUntil: number | null;
  readonly stoppedAt: number | null;
}

interface ReservedRow {
  readonly encrypted_key: Buffer;
  readonly history: KeyHistory | null;
}

const BATCH = 200;

/** What is read before keys of grants are issued, and afterwards. Concurrent reads share statements. */
export class LicenseKeyLookups {
  private readonly owners: RowLoader<KeyOwner>;
  private readonly byGrant: RowLoader<KeyOfGrant>;
  private readonly reserved: RowLoader<ReservedRow>;
  private readonly noted: RowLoader<{ readonly revision: number }>;
  private readonly typed: RowLoader<TypedStringRow>;
  private readonly unclaimedKeys: RowLoader<UnclaimedRow>;

  constructor(private readonly em: EntityManager) {
    this.owners = new RowLoader(em, OWNER);
    this.byGrant = new RowLoader(em, BY_GRANT);
    this.typed = new RowLoader(em, TYPED_STRING);
    this.reserved = new RowLoader(em, RESERVED);
    this.noted = new RowLoader(em, NOTED);
    this.unclaimedKeys = new RowLoader(em, UNCLAIMED_KEY);
  }

  async activationsOf(organizationId: string, id: string, most: number): Promise<string[]> {
    const rows = await this.em
      .getKysely<LicensingTables>()
      .selectFrom('licensing.activations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('license_key_id', '=', id)
      .where('deactivated_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map((row) => row.id);
  }

  /** The keys that a statement finds, with their devices. */
  async dueReleases(statement: BatchStatement): Promise<UnseenDevices[]> {
    const pool = await pgPool(this.em);
    const { rows: keys } = await pool.query<IdentifiedKey>(statement);
    return Promise.all(
      keys.map(async ({ organizationId, id }) => {
        const { rows } = await pool.query<{ id: string }>(unseenDevices(organizationId, id));
        return { organizationId, id, activationIds: rows.map((row) => row.id) };
      }),
    );
  }

  /** Undefined if none of the organizations has the key. */
  async ownerOf(id: string, within: readonly string[]): Promise<KeyOwner | undefined> {
    const found = await Promise.all(within.map((organizationId) => this.owners.read(organizationId, id)));
    const owner = found.find(Boolean);
    return owner && { customerId: owner.customerId, memberId: owner.memberId, benefitId: owner.benefitId };
  }

  /** Distributed keys are locked in one organization: the one that has the key, of those that the caller may see. */
  async owning(id: string, within: readonly string[]): Promise<readonly string[]> {
    const found = await eachOnCoordinator(this.em, within, (organizationId) => this.owners.read(organizationId, id));
    return found ? [within[Math.max(0, found.findIndex(Boolean))]!] : within;
  }

  ofGrant(organizationId: string, grantId: string): Promise<KeyOfGrant | undefined> {
    return this.byGrant.read(organizationId, grantId);
  }

  /** The strings that have one of the digests, in their order. */
  async typedStrings(organizationId: string, digests: readonly Buffer[]): Promise<TypedStringRow[]> {
    const found = await Promise.all(digests.map((digest) => this.typed.read(organizationId, digest.toString('hex'))));
    return found.filter((row) => row !== undefined);
  }

  /** Undefined if somebody has claimed the string that the key of this id would have, or it is of no batch. */
  async unclaimed(organizationId: string, id: string): Promise<UnclaimedKey | undefined> {
    const row = await this.unclaimedKeys.read(organizationId, id);
    if (!row) return undefined;
    const { batchId, benefitId, claimUntil, stoppedAt } = row;
    return { id, batchId, benefitId, claimUntil: timeOf(claimUntil), stoppedAt: timeOf(stoppedAt) };
  }

  /** What is reserved, with the string encrypted. */
  reservedFor({ organizationId, purchaseId, benefitId }: Reservation): Promise<ReservedRow | undefined> {
    return this.reserved.read(organizationId, purchaseId, benefitId);
  }

  async notedDecision(organizationId: string, grantId: string): Promise<number> {
    return (await this.noted.read(organizationId, grantId))?.revision ?? 0;
  }

  async issuedDirectly(which: DirectlyIssuedKeys, after: string | null): Promise<string[]> {
    const { organizationId } = which;
    let keys = this.em
      .getKysely<LicensingTables>()
      .selectFrom('licensing.license_keys')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('grant_id', 'is', null)
      .where('status', '<>', 'revoked');
    if ('benefitId' in which) keys = keys.where('benefit_id', '=', which.benefitId);
    else keys = keys.where('customer_id', '=', which.customerId);
    if ('memberId' in which) keys = keys.where('member_id', '=', which.memberId!);
    if (after !== null) keys = keys.where(isBeyond(organizationId, after));
    return (await keys.orderBy('created_at').orderBy('id').limit(BATCH).execute()).map(({ id }) => id);
  }

  async ofCustomer(organizationId: string, customerId: string, after: string | null): Promise<HeldKey[]> {
    let keys = this.em
      .getKysely<LicensingTables>()
      .selectFrom('licensing.license_keys')
      .select(['id', 'member_id as memberId'])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId);
    if (after !== null) keys = keys.where(isBeyond(organizationId, after));
    return keys.orderBy('created_at').orderBy('id').limit(BATCH).execute();
  }
}

const timeOf = (milliseconds: number | null): Date | null => (milliseconds === null ? null : new Date(milliseconds));

const isBeyond = (organizationId: string, id: string) => sql<boolean>`(created_at, id) >
  (select created_at, id from licensing.license_keys where organization_id = ${organizationId} and id = ${id})`;
