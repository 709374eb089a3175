import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Sync } from '#kernel';
import { OrganizationClocks } from '#platform/clocks';
import { type AggregateStore, anyOf, type BatchStatement, newAggregates, pgPool, readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { type LicenseKeySnapshot, snapshotOf } from '../../domain/keys/license-key-fields.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { KeyBatches, DirectlyIssuedKeys, HeldKey, IdentifiedKey, SilentActivation } from '../../domain/keys/key-batches.ts';
import type { KeyIssuance, Reservation, ReservedKey, ReservedString } from '../../domain/keys/key-issuance.ts';
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
import { eraseSomeActivations } from './activation-erasure.ts';
import type { LicensingTables } from './license-key.mapping.ts';
import { WHOLE_KEY, silentActivations } from './license-key-records.ts';
import { NOTE_DECISION, RECORD_DELETION } from './license-key-statements.ts';
import { EXPIRED_RESERVATIONS } from './usage-reservation-statements.ts';
import { dueReleases } from './over-limit-statements.ts';
import { dueNotices, endedEntitlements, LicenseKeyLookups } from './license-key-lookups.ts';
import { licenseKeyInsertion, rethrowAsHasKey } from './license-key-insertion.ts';
import { LicenseKeyReservation } from './license-key-reservation.ts';
import { BY_ID, BY_STRING } from './license-key-search.ts';
import { licenseKeyStore } from './license-key-store.ts';
import { TypedKeyStrings } from './typed-key-strings.ts';

const BATCH = 200;

/** Each command gets only those of the ports that it uses. */
@Injectable()
export class PgLicenseKeys extends LicenseKeys implements KeyIssuance, KeyBatches {
  private readonly byString: AggregateStore<WhichPresentedKey, PresentedLicenseKey>;
  private readonly byId: AggregateStore<WhichLicenseKey, LicenseKey>;
  private readonly insertion: ReturnType<typeof licenseKeyInsertion>;
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
    this.byString = licenseKeyStore(BY_STRING, { pool, keyring, clocks });
    this.byId = licenseKeyStore(BY_ID, { pool, keyring, clocks });
    this.insertion = licenseKeyInsertion(pool, keyring);
    this.reservation = new LicenseKeyReservation(pool, keyring);
    this.lookups = new LicenseKeyLookups(em);
    this.typed = new TypedKeyStrings(em, keyring, this.lookups);
  }

  async change<T, P extends Purpose>(which: WhichLicenseKey<P>, by: KeyChange<LicenseKey, P, T>): Promise<T> {
    return this.byId.change(await this.owned(which), by as (key: LicenseKey) => Sync<T>);
  }

  async preview<T, P extends Purpose>(which: WhichLicenseKey<P>, by: KeyChange<LicenseKey, P, T>): Promise<T> {
    return this.byId.preview(await this.owned(which), by as (key: LicenseKey) => Sync<T>);
  }

  private async owned(which: WhichLicenseKey): Promise<WhichLicenseKey> {
    return { ...which, within: await this.lookups.owning(which.id, which.within) };
  }

  changePresented<T, P extends Purpose>(which: WhichPresentedKey<P>, by: KeyChange<PresentedLicenseKey, P, T>): Promise<T> {
    return this.explained(which, this.byString.change(which, by as (key: PresentedLicenseKey) => Sync<T>));
  }

  previewPresented<T, P extends Purpose>(which: WhichPresentedKey<P>, by: KeyChange<PresentedLicenseKey, P, T>): Promise<T> {
    return this.explained(which, this.byString.preview(which, by as (key: PresentedLicenseKey) => Sync<T>));
  }

  /** A string with which no key was found may have been replaced, or be one that nobody has claimed. */
  private async explained<T>(which: PresentedKey & { readonly hidesExistence?: boolean }, outcome: Promise<T>): Promise<T> {
    try {
      return await outcome;
    } catch (error) {
      if (error instanceof LicenseKeyNotFound && !which.hidesExistence) await this.typed.explainMissing(which);
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
    if (keys.length > 0) await this.insertion.insert({ ...newAggregates(keys), used }).catch(rethrowAsHasKey);
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

  async noteDecision(organizationId: string, grantId: string, revision: number): Promise<void> {
    await this.rows({ ...NOTE_DECISION, values: [organizationId, grantId, revision] });
  }

  notedDecision(organizationId: string, grantId: string): Promise<number> {
    return this.lookups.notedDecision(organizationId, grantId);
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

  issuedDirectly(which: DirectlyIssuedKeys, after: string | null): Promise<string[]> {
    return this.lookups.issuedDirectly(which, after);
  }

  async recordDeletion(organizationId: string, customerId: string): Promise<void> {
    await this.rows({ ...RECORD_DELETION, values: [organizationId, customerId] });
  }

  ofCustomer(organizationId: string, customerId: string, after: string | null): Promise<HeldKey[]> {
    return this.lookups.ofCustomer(organizationId, customerId, after);
  }

  eraseActivations(organizationId: string, ids: readonly string[]): Promise<number> {
    return eraseSomeActivations(this.em, organizationId, ids);
  }

  someSilent(organizationId?: string): Promise<SilentActivation[]> {
    return this.rows(silentActivations(BATCH, this.clocks, organizationId));
  }

  someWithDueNotice(at: Date, organizationId?: string): Promise<IdentifiedKey[]> {
    return this.rows(dueNotices(BATCH, at, organizationId));
  }

  someWithEndedEntitlement(at: Date, organizationId?: string): Promise<IdentifiedKey[]> {
    return this.rows(endedEntitlements(BATCH, at, organizationId));
  }

  someWithDueRelease(at: Date, organizationId?: string): ReturnType<KeyBatches['someWithDueRelease']> {
    return this.lookups.dueReleases(dueReleases(BATCH, at, organizationId));
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
