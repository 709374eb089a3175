import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Sync } from '#kernel';
import { OrganizationClocks } from '#platform/clocks';
import { anyOf, type BatchStatement, inTransaction, pgPool, readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { LicenseKeyNotFound, LicenseKeyStringReplaced } from '../../domain/keys/license-key.errors.ts';
import { ERASED } from '../../domain/activations/activation.ts';
import { type LicenseKeySnapshot, snapshotOf } from '../../domain/keys/license-key-fields.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { KeyBatches, DirectlyIssuedKeys, HeldKey, IdentifiedKey, SilentActivation } from '../../domain/keys/key-batches.ts';
import type { KeyIssuance, Reservation, ReservedKey, ReservedString, Trial } from '../../domain/keys/key-issuance.ts';
import {
  type FoundString,
  type KeyChange,
  type MeantString,
  LicenseKeys,
  type KeyOfGrant,
  type KeyOwner,
  type PresentedKey,
  type WhichLicenseKey,
  type WhichPresentedKey,
} from '../../domain/keys/license-keys.ts';
import type { Purpose } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { LicensingTables } from './license-key.mapping.ts';
import { WHOLE_KEY } from './license-key-records.ts';
import { ERASED_COLUMNS, HAS_REMARKS, NO_REMARKS } from './sql/erased-columns.ts';
import { RECORD_DELETION } from './license-key-statements.ts';
import { EXPIRED_RESERVATIONS } from './usage-reservation-statements.ts';
import { dueNotices } from './expiry-notice-statements.ts';
import { CHECK_OUTS_OF_ORGANIZATION_TO_SWEEP, CHECK_OUTS_TO_SWEEP } from './check-out-statements.ts';
import { LicenseKeyInsertion } from './license-key-insertion.ts';
import { LicenseKeyLookups } from './license-key-lookups.ts';
import { LicenseKeyReservation } from './license-key-reservation.ts';
import { TypedKeyStrings } from './typed-key-strings.ts';
import { LicenseKeysById } from './license-keys-by-id.ts';
import { LicenseKeysByString, locationOf } from './license-keys-by-string.ts';

const [BATCH, ERASE_BATCH] = [200, 1000];

/** Each command gets only those of the ports that it uses. */
@Injectable()
export class PgLicenseKeys extends LicenseKeys implements KeyIssuance, KeyBatches {
  private readonly byString: LicenseKeysByString;
  private readonly byId: LicenseKeysById;
  private readonly insertion: LicenseKeyInsertion;
  private readonly reservation: LicenseKeyReservation;
  private readonly lookups: LicenseKeyLookups;
  private readonly typed: TypedKeyStrings;

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clocks: OrganizationClocks,
  ) {
    super();
    const pool = () => pgPool(em);
    this.byString = new LicenseKeysByString(pool, keyring, clocks, locationOf);
    this.byId = new LicenseKeysById(pool, keyring, clocks, ({ within }) => within[0]!);
    this.insertion = new LicenseKeyInsertion(pool, keyring);
    this.reservation = new LicenseKeyReservation(pool, keyring);
    this.lookups = new LicenseKeyLookups(em);
    this.typed = new TypedKeyStrings(em, keyring, this.lookups);
  }

  async change<T, P extends Purpose>(which: WhichLicenseKey<P>, by: KeyChange<LicenseKey, P, T>): Promise<T> {
    return this.byId.change(
      { ...which, within: await this.lookups.owning(which.id, which.within) },
      by as (key: LicenseKey) => Sync<T>,
    );
  }

  async preview<T, P extends Purpose>(which: WhichLicenseKey<P>, by: KeyChange<LicenseKey, P, T>): Promise<T> {
    return this.byId.preview(
      { ...which, within: await this.lookups.owning(which.id, which.within) },
      by as (key: LicenseKey) => Sync<T>,
    );
  }

  changePresented<T, P extends Purpose>(which: WhichPresentedKey<P>, by: KeyChange<PresentedLicenseKey, P, T>): Promise<T> {
    return this.explained(which, this.byString.change(which, by as (key: PresentedLicenseKey) => Sync<T>));
  }

  previewPresented<T, P extends Purpose>(which: WhichPresentedKey<P>, by: KeyChange<PresentedLicenseKey, P, T>): Promise<T> {
    return this.explained(which, this.byString.preview(which, by as (key: PresentedLicenseKey) => Sync<T>));
  }

  /** A string with which no key was found may have been replaced. */
  private async explained<T>(which: PresentedKey, outcome: Promise<T>): Promise<T> {
    try {
      return await outcome;
    } catch (error) {
      if (error instanceof LicenseKeyNotFound && (await this.typed.wasReplaced(which))) throw new LicenseKeyStringReplaced();
      throw error;
    }
  }

  meant(typed: PresentedKey): Promise<MeantString | undefined> {
    return this.typed.meant(typed);
  }

  findByString(key: string, within: readonly string[]): Promise<FoundString | undefined> {
    return this.typed.find(key, within);
  }

  async addAll(keys: readonly LicenseKey[], used?: Reservation): Promise<void> {
    if (keys.length > 0) await this.insertion.insert(keys, { used });
  }

  addTrial(key: LicenseKey, device: string): Promise<void> {
    return this.insertion.insert([key], { device });
  }

  findIdOfTrial({ organizationId, benefitId, device }: Trial): Promise<string | undefined> {
    return this.lookups.idOfTrial(organizationId, benefitId, this.keyring.digests('trial-device', device));
  }

  reserve(keys: readonly ReservedKey[]): Promise<void> {
    return this.reservation.reserve(keys);
  }

  assertFree(organizationId: string, strings: readonly string[]): Promise<void> {
    return this.reservation.assertFree(organizationId, strings);
  }

  async reservedFor(reservation: Reservation): Promise<ReservedString | undefined> {
    const row = await this.lookups.reservedFor(reservation);
    return row && { key: this.keyring.decrypt(row.encrypted_key), history: row.history };
  }

  async findSnapshot(id: string, within: readonly string[]): Promise<LicenseKeySnapshot & KeyOwner> {
    const row = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.license_keys')
      .selectAll()
      .where(anyOf('organization_id', within))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new LicenseKeyNotFound();
    const state = { ...WHOLE_KEY.toProperties(row), key: this.keyring.decrypt(row.encrypted_key), customerDeleted: false };
    return { ...snapshotOf(state), memberId: state.memberId };
  }

  findByGrant(organizationId: string, grantId: string): Promise<KeyOfGrant | undefined> {
    return this.lookups.ofGrant(organizationId, grantId);
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

  async recordDeletion(organizationId: string, customerId: string): Promise<void> {
    await this.rows({ ...RECORD_DELETION, values: [organizationId, customerId] });
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

  /** Locks the keys, and so waits for activations that began before the deletion of the customer was recorded. */
  eraseActivations(organizationId: string, ids: readonly string[]): Promise<number> {
    return inTransaction(this.em, 'Activation', async (transaction) => {
      const db = transaction.getKysely<LicensingTables>();
      await db
        .selectFrom('licensing.license_keys')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where(anyOf('id', ids))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      await db
        .updateTable('licensing.license_keys')
        .set(NO_REMARKS)
        .where('organization_id', '=', organizationId)
        .where(anyOf('id', ids))
        .where(HAS_REMARKS)
        .execute();
      const remaining = db
        .selectFrom('licensing.activations')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where(anyOf('license_key_id', ids))
        .where(
          sql<boolean>`((label, conditions, meta) <> (${ERASED.label}, '{}', '{}') or device is not null or device_profile is not null)`,
        )
        .limit(ERASE_BATCH);
      const erased = await db
        .updateTable('licensing.activations')
        .set(ERASED_COLUMNS)
        .where('organization_id', '=', organizationId)
        .where('id', 'in', remaining)
        .executeTakeFirst();
      return Number(erased.numUpdatedRows);
    });
  }

  someSilent(organizationId?: string): Promise<SilentActivation[]> {
    return this.rows(
      organizationId === undefined
        ? { ...CHECK_OUTS_TO_SWEEP, values: [BATCH] }
        : { ...CHECK_OUTS_OF_ORGANIZATION_TO_SWEEP, values: [BATCH, organizationId, this.clocks.aheadMs(organizationId)] },
    );
  }

  someWithDueNotice(at: Date, organizationId?: string): Promise<IdentifiedKey[]> {
    return this.rows(dueNotices(BATCH, at, organizationId));
  }

  someExpiredReservations(): Promise<IdentifiedKey[]> {
    return this.rows({ ...EXPIRED_RESERVATIONS, values: [BATCH] });
  }

  activationsOf(organizationId: string, id: string, most: number): Promise<string[]> {
    return this.lookups.activationsOf(organizationId, id, most);
  }

  async ownerOf(id: string, within: readonly string[]): Promise<KeyOwner> {
    const owner = await this.lookups.ownerOf(id, within);
    if (owner) return owner;
    throw new LicenseKeyNotFound();
  }

  private async rows<Row extends object>(query: BatchStatement): Promise<Row[]> {
    return (await (await pgPool(this.em)).query<Row>(query)).rows;
  }
}

const isBeyond = (organizationId: string, id: string) => sql<boolean>`(created_at, id) >
  (select created_at, id from licensing.license_keys where organization_id = ${organizationId} and id = ${id})`;
