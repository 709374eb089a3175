import type { DomainEvent, Sync } from '#kernel';
import { formattedForm, hasDefaultFormat, plainForm } from '#support/texts';
import { preview } from '../src/adapters/persistence/license-key-preview.ts';
import { type Activation, ERASED } from '../src/domain/activations/activation.ts';
import { Devices } from '../src/domain/devices/devices.ts';
import { CheckOuts } from '../src/domain/floating/check-outs.ts';
import { LicenseKeyNotFound, LicenseKeyStringReplaced } from '../src/domain/keys/license-key.errors.ts';
import type { Lease, OfflinePolicy } from '../src/domain/leases/lease.ts';
import { Leasing } from '../src/domain/leases/leasing.ts';
import type { StringKind } from '../src/domain/keys/key-string.ts';
import type { LicenseKeySnapshot } from '../src/domain/keys/license-key.types.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { KeyBatches, DirectlyIssuedKeys, HeldKey, IdentifiedKey, SilentActivation } from '../src/domain/keys/key-batches.ts';
import {
  type KeyIssuance,
  DeviceHasTrial,
  GrantHasKey,
  KeyStringsTaken,
  type Reservation,
  type ReservedKey,
  type ReservedString,
  type Trial,
} from '../src/domain/keys/key-issuance.ts';
import {
  type EmbeddedCustomer,
  type FoundString,
  LicenseKeys,
  type KeyOfGrant,
  type KeyOwner,
  type MeantString,
  type PresentedKey,
  type WhichLicenseKey,
} from '../src/domain/keys/license-keys.ts';
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
  private readonly reserved = new Map<string, ReservedString>();
  private readonly trials = new Map<string, string>();
  private readonly leases = new Map<string, Lease[]>();
  /** The policies of benefits, which the database reads from their context. */
  readonly policies = new Map<string, OfflinePolicy>();
  /** The time of the database. */
  databaseTime = NOW;

  async change<T>(which: WhichLicenseKey, by: (key: LicenseKey, customer: EmbeddedCustomer) => Sync<T>): Promise<T> {
    const key = this.find(which);
    if (!key || !isWithin(which, key)) throw this.wasRotated(which) ? new LicenseKeyStringReplaced() : new LicenseKeyNotFound();
    if (this.deletedCustomers.has(`${key.organizationId}/${key.customerId}`)) key.holder.customerDeleted = true;
    key.leasing = which.leases ? this.leasingOf(key) : undefined;
    key.checkOuts = this.checkOutsOf(key);
    key.devices = key.policy?.devices && this.devicesOf(key);
    key.quota.databaseTime = this.databaseTime;
    const outcome = by(key, null);
    const known = this.leases.get(key.id) ?? [];
    this.leases.set(key.id, [...new Set([...known, ...(key.leasing?.pullChanged() ?? [])])]);
    for (const { key: replaced, validUntil } of key.string.pullReplaced())
      this.strings.set(qualified(key, replaced), { key, validUntil });
    this.strings.set(qualified(key, key.snapshot.key), { key, validUntil: null });
    this.events.push(...key.pullEvents());
    return outcome as T;
  }

  preview<T>(which: WhichLicenseKey, by: (key: LicenseKey, customer: EmbeddedCustomer) => Sync<T>): Promise<T> {
    return preview(this, which, by);
  }

  async meant({ organizationId, key, at }: PresentedKey): Promise<MeantString | undefined> {
    const found = this.typed(organizationId, key);
    const entry = found && this.strings.get(`${organizationId}/${found}`)!;
    if (!entry || (entry.validUntil !== null && entry.validUntil <= at)) return undefined;
    return { key: found, isGenerated: entry.validUntil === null && entry.key.string.kind === 'generated' };
  }

  /** The string of the organization that is written like this or, if there is none, has the same normal form. */
  private typed(organizationId: string, typed: string): string | undefined {
    const strings = [...this.strings].flatMap(([name, { key }]) => {
      const [organization, ...rest] = name.split('/');
      return organization === organizationId ? [{ string: rest.join('/'), kind: key.string.kind }] : [];
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

  async reservedFor(reservation: Reservation): Promise<ReservedString | undefined> {
    return this.reserved.get(nameOf(reservation));
  }

  async addAll(keys: readonly LicenseKey[], used?: Reservation): Promise<void> {
    const isTwin = (one: LicenseKey, other: LicenseKey): boolean =>
      one.organizationId === other.organizationId &&
      isMeant({ string: one.string.value, kind: one.string.kind }, other.string.value);
    const taken = keys.flatMap((key, position) =>
      this.hasString(key.organizationId, key.string.value) || keys.slice(0, position).some((other) => isTwin(other, key))
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

  async addTrial(key: LicenseKey, device: string): Promise<void> {
    const trial = trialOf({ organizationId: key.organizationId, benefitId: key.benefitId, device });
    if (this.trials.has(trial)) throw new DeviceHasTrial();
    this.trials.set(trial, key.id);
    await this.addAll([key]);
  }

  async findIdOfTrial(trial: Trial): Promise<string | undefined> {
    return this.trials.get(trialOf(trial));
  }

  async findSnapshot(id: string, within: readonly string[]): Promise<LicenseKeySnapshot & KeyOwner> {
    return { ...this.byId.get(id)?.snapshot, ...(await this.ownerOf(id, within)) } as LicenseKeySnapshot & KeyOwner;
  }

  async findByGrant(_organizationId: string, grantId: string): Promise<KeyOfGrant | undefined> {
    const key = this.ofGrant(grantId);
    return key && { id: key.id, entitlementsRevision: key.entitlements.revision };
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
    const held = keys.map(({ id, holder }) => ({ id, memberId: holder.memberId })).sort((a, b) => (a.id < b.id ? -1 : 1));
    return held.filter(({ id }) => after === null || id > after);
  }

  async eraseActivations(organizationId: string, ids: readonly string[]): Promise<number> {
    const activations = [...this.byId.values()]
      .filter((key) => key.organizationId === organizationId && ids.includes(key.id))
      .flatMap((key) => key.activations)
      .filter(({ label, device, deviceProfile }) => label !== ERASED.label || device !== null || deviceProfile);
    for (const activation of activations) Object.assign(activation, ERASED);
    return activations.length;
  }

  async someSilent(of?: string): Promise<SilentActivation[]> {
    const silent = [...this.byId.values()]
      .flatMap(({ activations }) => activations)
      .filter(({ organizationId }) => of === undefined || organizationId === of)
      .filter(({ sweepAt }) => sweepAt !== null && sweepAt <= this.databaseTime);
    return silent.map(({ organizationId, licenseKeyId, id }) => ({ organizationId, licenseKeyId, activationId: id }));
  }

  async someWithDueNotice(at: Date, of?: string): Promise<IdentifiedKey[]> {
    return [...this.byId.values()]
      .filter(({ organizationId }) => of === undefined || organizationId === of)
      .filter(({ noticeAt }) => noticeAt && noticeAt <= at);
  }

  async someExpiredReservations(): Promise<IdentifiedKey[]> {
    const until = ({ quota }: LicenseKey): Date | null => reservedUntil(quota.reservations);
    return [...this.byId.values()].filter((key) => until(key) && until(key)! <= this.databaseTime);
  }

  async activationsOf(_organizationId: string, id: string, most: number): Promise<string[]> {
    const live = this.byId.get(id)?.activations.filter((each) => each.isLive) ?? [];
    return live.slice(0, most).map((each) => each.id);
  }

  async ownerOf(id: string, within: readonly string[]): Promise<KeyOwner> {
    const key = this.byId.get(id);
    if (!key || !within.includes(key.organizationId)) throw new LicenseKeyNotFound();
    const { customerId, memberId } = key.holder;
    return { customerId, memberId, benefitId: key.benefitId };
  }

  /** All leases of the key are loaded, which is more than is asked for. */
  private leasingOf(key: LicenseKey): Leasing {
    const leases = this.leases.get(key.id) ?? [];
    const held = leases.filter((lease) => lease.isHeld(this.databaseTime)).length;
    const leasing = new Leasing(this.databaseTime, this.policies.get(key.benefitId) ?? null, held);
    leasing.leases.push(...leases);
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
    checkOuts.countedAt(this.databaseTime, live.length + held.length);
    return checkOuts;
  }

  /** Devices are always loaded, which is more than is asked for. */
  private devicesOf({ id, activations, checkOuts }: LicenseKey): Devices {
    const held = (this.leases.get(id) ?? []).filter((lease) => lease.endedAt !== null && lease.isHeld(this.databaseTime));
    const takesSlot = (each: Activation): boolean =>
      each.isLive ? (checkOuts?.isLive(each) ?? true) : held.some(({ activationId }) => activationId === each.id);
    const taken = new Map<string, number>();
    for (const each of activations.filter(takesSlot)) {
      const name = each.deviceProfile?.class;
      if (name !== undefined) taken.set(name, (taken.get(name) ?? 0) + 1);
    }
    const ended = activations.filter((each) => !each.isLive && each.deviceProfile);
    return new Devices(taken, ended);
  }

  private ofGrant(grantId: string): LicenseKey | undefined {
    return [...this.byId.values()].find((key) => key.grantId === grantId);
  }

  private wasRotated(which: WhichLicenseKey): boolean {
    if ('id' in which || which.hidesExistence) return false;
    const entry = this.strings.get(`${which.organizationId}/${which.key}`);
    return entry !== undefined && isWithin(which, entry.key) && entry.validUntil !== null && entry.validUntil <= which.at;
  }

  private find(which: WhichLicenseKey): LicenseKey | undefined {
    if ('id' in which) return this.byId.get(which.id);
    const entry = this.strings.get(`${which.organizationId}/${which.key}`);
    return entry && (entry.validUntil === null || entry.validUntil > which.at) ? entry.key : undefined;
  }
}

/** Whether a text is another way to write a string. */
function isMeant({ string, kind = 'own' }: { readonly string: string; readonly kind?: StringKind }, typed: string): boolean {
  const isFormatted = kind !== 'own' || hasDefaultFormat(string);
  return isFormatted ? formattedForm(typed) === formattedForm(string) : plainForm(typed) === plainForm(string);
}

const nameOf = ({ organizationId, purchaseId, benefitId }: Reservation): string => `${organizationId} ${purchaseId} ${benefitId}`;

const trialOf = ({ organizationId, benefitId, device }: Trial): string => `${organizationId} ${benefitId} ${device}`;

const qualified = ({ organizationId }: LicenseKey, key: string): string => `${organizationId}/${key}`;

const isWithin = ({ within }: WhichLicenseKey, { organizationId }: LicenseKey): boolean =>
  !within || within.includes(organizationId);
