import { lastSeenAt } from '../src/domain/activations/places.ts';
import { renewingGrants } from '../src/domain/keys/stored-renewals.ts';
import type { DomainEvent, Sync } from '#kernel';
import { formattedForm, hasDefaultFormat, plainForm } from '#support/texts';
import { Activation } from '../src/domain/activations/activation.ts';
import { ERASED } from '../src/domain/activations/activation-state.ts';
import { Devices } from '../src/domain/devices/devices.ts';
import { CheckOuts } from '../src/domain/floating/check-outs.ts';
import { LicenseKeyNotFound, LicenseKeyStringReplaced } from '../src/domain/keys/license-key.errors.ts';
import type { Lease, OfflinePolicy } from '../src/domain/leases/lease.ts';
import { Leasing } from '../src/domain/leases/leasing.ts';
import type { StringKind } from '../src/domain/keys/key-string.ts';
import type { LicenseKeySnapshot } from '../src/domain/keys/license-key-fields.ts';
import { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { PresentedLicenseKey } from '../src/domain/keys/presented-license-key.ts';
import {
  type KeyBatches,
  type DirectlyIssuedKeys,
  type HeldKey,
  type IdentifiedKey,
  MOST_RELEASED,
  type SilentActivation,
  type UnseenDevices,
} from '../src/domain/keys/key-batches.ts';
import {
  type KeyIssuance,
  GrantHasKey,
  KeyStringsTaken,
  type Reservation,
  type ReservedKey,
  type ReservedString,
} from '../src/domain/keys/key-issuance.ts';
import {
  type FoundString,
  LicenseKeys,
  type KeyOfGrant,
  type KeyOwner,
  type MeantString,
  type PresentedKey,
  type WhichLicenseKey,
  type WhichPresentedKey,
} from '../src/domain/keys/license-keys.ts';
import { type LoadedFor, NEEDS_OF, type Purpose } from '../src/domain/keys/loaded-with-key.ts';
import { reservedUntil } from '../src/domain/keys/usage-quota.ts';
import { NOW } from './license-key.builder.ts';

interface StringEntry {
  readonly key: LicenseKey;
  readonly validUntil: Date | null;
}

/** License keys in a map, for tests of handlers. Keeps the recorded events. */
export class InMemoryLicenseKeys extends LicenseKeys implements KeyIssuance, KeyBatches {
  readonly events: DomainEvent[] = [];
  private readonly byId = new Map<string, LicenseKey>();
  private readonly deletedCustomers = new Set<string>();
  private readonly strings = new Map<string, StringEntry>();
  private readonly held = new Set<string>();
  private readonly noted = new Map<string, number>();
  private readonly reserved = new Map<string, ReservedString>();
  private readonly leases = new Map<string, Lease[]>();
  /** The policies of benefits, which the database reads from their context. */
  readonly policies = new Map<string, OfflinePolicy>();
  /** The time of the database. */
  databaseTime = NOW;

  async change<T, P extends Purpose>(which: WhichLicenseKey<P>, by: (key: LicenseKey & LoadedFor<P>) => Sync<T>): Promise<T> {
    const key = this.locked(which);
    const outcome = by(key as LicenseKey & LoadedFor<P>);
    this.store(key);
    return outcome as T;
  }

  async preview<T, P extends Purpose>(which: WhichLicenseKey<P>, by: (key: LicenseKey & LoadedFor<P>) => Sync<T>): Promise<T> {
    return by(this.locked(which).copy() as LicenseKey & LoadedFor<P>) as T;
  }

  /** Whole keys are loaded, which is more than is asked for. */
  async changePresented<T, P extends Purpose>(
    which: WhichPresentedKey<P>,
    by: (key: PresentedLicenseKey & LoadedFor<P>) => Sync<T>,
  ): Promise<T> {
    return this.change({ ...which, ...this.identified(which) }, by as (key: LicenseKey & LoadedFor<P>) => Sync<T>);
  }

  async previewPresented<T, P extends Purpose>(
    which: WhichPresentedKey<P>,
    by: (key: PresentedLicenseKey & LoadedFor<P>) => Sync<T>,
  ): Promise<T> {
    return this.preview({ ...which, ...this.identified(which) }, by as (key: LicenseKey & LoadedFor<P>) => Sync<T>);
  }

  private locked({ id, within, to = 'use' }: WhichLicenseKey): LicenseKey {
    const known = this.byId.get(id);
    if (!known || !within.includes(known.organizationId)) throw new LicenseKeyNotFound();
    const key = this.withDeletion(known).loadedWith({ databaseTime: this.databaseTime });
    const checkOuts = this.checkOutsOf(key);
    if (key.policyState?.overLimit) key.loadedWith({ placesBefore: placesBefore(key) });
    key.loadedWith({ checkOuts, leasing: 'leases' in NEEDS_OF[to] ? this.leasingOf(key) : undefined });
    return key.loadedWith({ devices: key.policy?.devices && this.devicesOf(key) });
  }

  private withDeletion(key: LicenseKey): LicenseKey {
    const customerDeleted = this.deletedCustomers.has(`${key.organizationId}/${key.customerId}`);
    if (customerDeleted === key.stored.customerDeleted) return key;
    const copy = LicenseKey.restore({ ...key.stored, customerDeleted });
    for (const activation of key.activations) copy.loadActivation(activation);
    return copy;
  }

  private store(key: LicenseKey): void {
    const known = this.leases.get(key.id) ?? [];
    this.leases.set(key.id, [...new Set([...known, ...(key.leasing?.pullChanged() ?? [])])]);
    for (const { key: replaced, validUntil } of key.pullReplacedStrings())
      this.strings.set(qualified(key, replaced), { key, validUntil });
    this.strings.set(qualified(key, key.stored.key), { key, validUntil: null });
    this.byId.set(key.id, key);
    this.events.push(...key.pullEvents());
  }

  async meant({ organizationId, key, at }: PresentedKey): Promise<MeantString | undefined> {
    const found = this.typed(organizationId, key);
    const entry = found && this.strings.get(`${organizationId}/${found}`)!;
    if (!entry || (entry.validUntil !== null && entry.validUntil <= at)) return undefined;
    return { key: found, isGenerated: entry.validUntil === null && entry.key.stored.stringKind === 'generated' };
  }

  /** The string of the organization that is written like this or, if there is none, has the same normal form. */
  private typed(organizationId: string, typed: string): string | undefined {
    const strings = [...this.strings].flatMap(([name, { key }]) => {
      const [organization, ...rest] = name.split('/');
      return organization === organizationId ? [{ string: rest.join('/'), kind: key.stored.stringKind }] : [];
    });
    const found = strings.find(({ string }) => string === typed) ?? strings.find((each) => isMeant(each, typed));
    return found?.string;
  }

  async findByString(string: string, within: readonly string[]): Promise<FoundString | undefined> {
    const entry = within
      .map((organizationId) => this.strings.get(`${organizationId}/${this.typed(organizationId, string) ?? string}`))
      .find(Boolean);
    return entry && { organizationId: entry.key.organizationId, id: entry.key.id, validUntil: entry.validUntil };
  }

  async reserve(keys: readonly ReservedKey[]): Promise<void> {
    this.assertStringsFree(keys);
    for (const { key, history, ...reservation } of keys) this.reserved.set(nameOf(reservation), { key, history });
  }

  async assertFree(organizationId: string, strings: readonly string[]): Promise<void> {
    this.assertStringsFree(strings.map((key) => ({ organizationId, key })));
  }

  private assertStringsFree(keys: readonly Pick<ReservedKey, 'organizationId' | 'key'>[]): void {
    const seen = new Set([...this.strings.keys(), ...this.held]);
    const taken = keys.flatMap(({ organizationId, key }, position) => {
      const string = `${organizationId}/${key}`;
      return seen.has(string) || this.typed(organizationId, key) !== undefined ? [position] : (seen.add(string), []);
    });
    if (taken.length > 0) throw new KeyStringsTaken(taken);
  }

  /** The strings of pools are taken as well. */
  hasString(organizationId: string, key: string): boolean {
    const string = `${organizationId}/${key}`;
    return this.strings.has(string) || this.held.has(string) || this.typed(organizationId, key) !== undefined;
  }

  holdString(organizationId: string, key: string): void {
    this.held.add(`${organizationId}/${key}`);
  }

  freeString(organizationId: string, key: string): void {
    this.held.delete(`${organizationId}/${key}`);
  }

  hasGrant(grantId: string): boolean {
    return this.ofGrant(grantId) !== undefined;
  }

  async noteDecision(_organizationId: string, grantId: string, revision: number): Promise<void> {
    this.noted.set(grantId, Math.max(revision, this.noted.get(grantId) ?? 0));
  }

  async notedDecision(_organizationId: string, grantId: string): Promise<number> {
    return this.noted.get(grantId) ?? 0;
  }

  async reservedFor(reservation: Reservation): Promise<ReservedString | undefined> {
    return this.reserved.get(nameOf(reservation));
  }

  async addAll(keys: readonly LicenseKey[], used?: Reservation): Promise<void> {
    const isTwin = (one: LicenseKey, other: LicenseKey): boolean =>
      one.organizationId === other.organizationId &&
      isMeant({ string: one.stored.key, kind: one.stored.stringKind }, other.stored.key);
    const taken = keys.flatMap((key, position) =>
      this.hasString(key.organizationId, key.stored.key) || keys.slice(0, position).some((other) => isTwin(other, key))
        ? [position]
        : [],
    );
    if (taken.length > 0) throw new KeyStringsTaken(taken);
    if (keys.some(({ grantId }) => grantId && this.ofGrant(grantId))) throw new GrantHasKey();
    if (used) this.reserved.delete(nameOf(used));
    for (const key of keys) {
      this.byId.set(key.id, key);
      this.strings.set(qualified(key, key.snapshot.key), { key, validUntil: null });
      this.events.push(...key.pullEvents());
    }
  }

  async findSnapshot(id: string, within: readonly string[]): Promise<LicenseKeySnapshot & KeyOwner> {
    return { ...this.byId.get(id)?.snapshot, ...(await this.ownerOf(id, within)) } as LicenseKeySnapshot & KeyOwner;
  }

  async findByGrant(_organizationId: string, grantId: string): Promise<KeyOfGrant | undefined> {
    const key = this.ofGrant(grantId);
    return (
      key && { id: key.id, entitlementsRevision: key.stored.entitlementsRevision, renewedBy: renewingGrants(key.stored.renewals) }
    );
  }

  async issuedDirectly(which: DirectlyIssuedKeys, after: string | null): Promise<string[]> {
    const { organizationId, ...owner } = which;
    const keys = [...this.byId.values()].filter(
      (key) =>
        key.organizationId === organizationId &&
        key.grantId === null &&
        key.snapshot.status !== 'revoked' &&
        Object.entries(owner).every(([field, id]) => key[field as keyof KeyOwner] === id),
    );
    const ids = keys.map(({ id }) => id).sort();
    return ids.filter((id) => after === null || id > after);
  }

  async recordDeletion(organizationId: string, customerId: string): Promise<void> {
    this.deletedCustomers.add(`${organizationId}/${customerId}`);
  }

  async ofCustomer(organizationId: string, customerId: string, after: string | null): Promise<HeldKey[]> {
    const keys = [...this.byId.values()].filter((key) => key.organizationId === organizationId && key.customerId === customerId);
    const held = keys.map(({ id, memberId }) => ({ id, memberId })).sort((a, b) => (a.id < b.id ? -1 : 1));
    return held.filter(({ id }) => after === null || id > after);
  }

  async eraseActivations(organizationId: string, ids: readonly string[]): Promise<number> {
    const keys = [...this.byId.values()].filter((key) => key.organizationId === organizationId && ids.includes(key.id));
    const known = keys.flatMap((key) => key.activations.map((activation) => ({ key, activation })));
    const left = known.filter(
      ({ activation: { label, device, deviceProfile } }) => label !== ERASED.label || device !== null || deviceProfile,
    );
    for (const { key, activation } of left) key.loadActivation(Activation.restore({ ...activation.stored, ...ERASED }));
    return left.length;
  }

  async someSilent(of?: string): Promise<SilentActivation[]> {
    const silent = [...this.byId.values()]
      .flatMap(({ activations }) => activations)
      .filter(({ organizationId }) => of === undefined || organizationId === of)
      .filter(({ sweepAt }) => sweepAt !== null && sweepAt <= this.databaseTime);
    return silent.map(({ stored: { organizationId, licenseKeyId, id } }) => ({ organizationId, licenseKeyId, activationId: id }));
  }

  async someWithDueNotice(at: Date, of?: string): Promise<IdentifiedKey[]> {
    return [...this.byId.values()]
      .filter(({ organizationId }) => of === undefined || organizationId === of)
      .filter(({ stored: { noticeAt } }) => noticeAt && noticeAt <= at);
  }

  async someWithEndedEntitlement(at: Date, of?: string): Promise<IdentifiedKey[]> {
    return [...this.byId.values()]
      .filter(({ organizationId }) => of === undefined || organizationId === of)
      .filter(({ stored: { entitlementsEndAt } }) => entitlementsEndAt && entitlementsEndAt <= at);
  }

  async someWithDueRelease(at: Date, of?: string): Promise<UnseenDevices[]> {
    return [...this.byId.values()]
      .filter(({ organizationId }) => of === undefined || organizationId === of)
      .filter(({ releaseAt }) => releaseAt && releaseAt <= at)
      .map((key) => ({ organizationId: key.organizationId, id: key.id, activationIds: this.longestUnseen(key) }));
  }

  private longestUnseen({ id, activations }: LicenseKey): string[] {
    const live = activations.filter((each) => each.isLive);
    const leasedAt = ({ id: activationId }: Activation) =>
      this.leases.get(id)?.find((lease) => lease.activationId === activationId)?.issuedAt;
    const seenLast = (installed: readonly Activation[]) => Math.max(...installed.map((each) => lastSeenAt(each, leasedAt(each))));
    const places = [...Map.groupBy(live, ({ placeId }) => placeId).values()];
    const unseen = places.toSorted((some, other) => seenLast(some) - seenLast(other));
    return unseen.slice(0, MOST_RELEASED).map(([first]) => first!.id);
  }

  async someExpiredReservations(): Promise<IdentifiedKey[]> {
    const until = ({ stored }: LicenseKey): Date | null => reservedUntil(stored.reservations);
    return [...this.byId.values()].filter((key) => until(key) && until(key)! <= this.databaseTime);
  }

  async activationsOf(_organizationId: string, id: string, most: number): Promise<string[]> {
    const live = this.byId.get(id)?.activations.filter((each) => each.isLive) ?? [];
    return live.slice(0, most).map((each) => each.id);
  }

  async ownerOf(id: string, within: readonly string[]): Promise<KeyOwner> {
    const key = this.byId.get(id);
    if (!key || !within.includes(key.organizationId)) throw new LicenseKeyNotFound();
    const { customerId, memberId, benefitId } = key;
    return { customerId, memberId, benefitId };
  }

  /** All leases of the key are loaded, which is more than is asked for. */
  private leasingOf(key: LicenseKey): Leasing {
    const leases = this.leases.get(key.id) ?? [];
    const held = new Set(leases.filter((lease) => lease.isHeld(this.databaseTime)).map(({ placeId }) => placeId)).size;
    const leasing = Leasing.of(this.databaseTime, this.policies.get(key.benefitId) ?? null, held);
    for (const lease of leases) leasing.load(lease, endedDeviceOf(key, lease.activationId));
    return leasing;
  }

  /** Check-outs are always counted, which is more than is asked for. */
  private checkOutsOf({ id, policy, activations }: LicenseKey): CheckOuts | undefined {
    if (!policy?.floating) return undefined;
    const live = activations.filter(
      ({ checkoutExpiresAt }) => checkoutExpiresAt !== null && checkoutExpiresAt > this.databaseTime,
    );
    const held = (this.leases.get(id) ?? []).filter((lease) => lease.endedAt !== null && lease.isHeld(this.databaseTime));
    const checkOuts = new CheckOuts(policy.floating);
    checkOuts.countedAt(this.databaseTime, new Set([...live, ...held].map(({ placeId }) => placeId)).size);
    return checkOuts;
  }

  /** Devices are always loaded, which is more than is asked for. */
  private devicesOf({ id, activations, checkOuts }: LicenseKey): Devices {
    const held = (this.leases.get(id) ?? []).filter((lease) => lease.endedAt !== null && lease.isHeld(this.databaseTime));
    const takesSlot = (each: Activation): boolean =>
      each.isLive ? (checkOuts?.isLive(each) ?? true) : held.some(({ activationId }) => activationId === each.id);
    const places = Map.groupBy(activations.filter(takesSlot), ({ deviceProfile }) => deviceProfile?.class ?? '');
    const taken = new Map([...places].map(([name, each]) => [name, new Set(each.map(({ placeId }) => placeId)).size]));
    const ended = activations.filter((each) => !each.isLive && each.deviceProfile);
    return new Devices(taken, ended);
  }

  private ofGrant(grantId: string): LicenseKey | undefined {
    return [...this.byId.values()].find((key) => key.grantId === grantId);
  }

  private identified({ organizationId, key, at, within = [organizationId], hidesExistence }: WhichPresentedKey) {
    const entry = within.includes(organizationId) ? this.strings.get(`${organizationId}/${key}`) : undefined;
    if (entry && (entry.validUntil === null || entry.validUntil > at)) return { id: entry.key.id, within };
    throw entry && !hidesExistence ? new LicenseKeyStringReplaced(entry.key.id, entry.key.benefitId) : new LicenseKeyNotFound();
  }
}

/** For each place of a key, how many are taken by devices that were activated before. */
function placesBefore({ activations }: LicenseKey): Map<string, number> {
  const live = Map.groupBy(
    activations.filter((each) => each.isLive),
    ({ placeId }) => placeId,
  );
  const age = (place: string): string => `${Math.min(...live.get(place)!.map(({ createdAt }) => createdAt.getTime()))} ${place}`;
  const byAge = [...live.keys()].toSorted((some, other) => (age(some) < age(other) ? -1 : 1));
  return new Map(byAge.map((place, index) => [place, index]));
}

/** The device of an activation that has ended. */
function endedDeviceOf({ activations, policy }: LicenseKey, activationId: string) {
  const ended = activations.find((each) => each.id === activationId && !each.isLive);
  if (!ended) return undefined;
  const { device, installation, deviceProfile, deactivatedAt, placeId } = ended;
  const isActiveAgain =
    device !== null && !policy?.devices?.match && activations.some((each) => each.isLive && each.device === device);
  const hasPlace = activations.some((each) => each.isLive && each.placeId === placeId);
  return { device, installation, deviceProfile, deactivatedAt, isActiveAgain, hasPlace };
}

/** Whether a text is another way to write a string. */
function isMeant({ string, kind = 'own' }: { readonly string: string; readonly kind?: StringKind }, typed: string): boolean {
  const isFormatted = kind !== 'own' || hasDefaultFormat(string);
  return isFormatted ? formattedForm(typed) === formattedForm(string) : plainForm(typed) === plainForm(string);
}

const nameOf = ({ organizationId, purchaseId, benefitId }: Reservation): string => `${organizationId} ${purchaseId} ${benefitId}`;

const qualified = ({ organizationId }: LicenseKey, key: string): string => `${organizationId}/${key}`;
