import type { LeasedUnits } from '../counters/leased-units.ts';
import type { Activation } from '../activations/activation.ts';
import { MOST_INSTALLATIONS } from '../activations/places.ts';
import type { EndedDevice, NamedDevice } from '../devices/devices.ts';
import type { MatchRule } from '../policy/devices-policy.ts';
import { firstEndOf, type FormerDevice, KnownLeases } from './known-leases.ts';
import { Lease, leaseTermOf, type OfflinePolicy, type Term } from './lease.ts';
import { LeaseOver, LeaseRenewed, OfflineLimitReached, OfflineNotSupported, PlaceNotHeld } from './lease.errors.ts';
import { ActivationNotFound } from '../keys/license-key.errors.ts';
import { placeEndOf } from './moved-places.ts';
import { type ReturnedLease, signatureInvalid } from './offline-files.ts';

export type { ReturnedLease };

const NONE: readonly never[] = [];

/** What was granted: the state of the lease, and the term of this renewal, which may end before that of an earlier one. */
export interface GrantedTerm extends Term {
  readonly id: string;
  readonly activationId: string;
  readonly statusIndex: number;
  readonly leaseSeconds: number;
  readonly maxOfflineDevices: number;
  readonly units: LeasedUnits | null;
}

/** What a lease gets beside its term. */
interface Granting {
  /** The place of a new lease in the status lists. */
  readonly newIndex: number | undefined;
  /** Left out if the installation did not give one: a known one stays. So it is with units. */
  readonly deviceKey: string | undefined;
  readonly units?: LeasedUnits | null | undefined;
}

/** Leases of a key as they were when it was locked, by the time of the database. Only commands about leases load them. */
export class Leasing {
  private changed = new Set<Lease>();

  private constructor(
    readonly now: Date,
    private readonly policy: OfflinePolicy | null,
    private readonly known: KnownLeases,
  ) {}

  /** `held`: how many places have leases that are held, those of ended activations included. */
  static of(now: Date, policy: OfflinePolicy | null, held: number): Leasing {
    return new Leasing(now, policy, new KnownLeases(now, held));
  }

  get leases(): readonly Lease[] {
    return this.known.all;
  }

  /** A lease that was read, with the device of its activation, if that has ended; one of an activation whose lease is known is ignored. */
  load(lease: Lease, ended?: FormerDevice): void {
    if (this.known.of(lease.activationId)) return;
    this.known.load(lease, ended);
    if (ended?.isActiveAgain && !ended.hasPlace && lease.isVerifiable(this.now)) this.return(lease);
  }

  /** A copy of what was loaded, to try a change out. */
  copy(): Leasing {
    const { copy: known, copyOf } = this.known.copy();
    const copy = new Leasing(this.now, this.policy, known);
    for (const lease of this.changed) copy.changed.add(copyOf.get(lease)!);
    return copy;
  }

  /** Slots of ended activations whose leases are over by now. */
  get freeSlots(): number {
    return this.leases.filter((lease) => this.isOver(lease)).length;
  }

  /** Until when leases of ended activations hold places, the next one first. */
  get heldPlaces(): readonly Date[] {
    return this.known.endsOfPlaces;
  }

  /** Whether the lease of an ended activation holds a place for the device. */
  holdsPlaceFor(named: NamedDevice, rule: MatchRule | undefined): boolean {
    return this.known.inFormerPlacesOf(named, rule).some((lease) => lease.isHeld(this.now));
  }

  /** Whether the lease of an ended activation holds the place, which another installation of the device has. */
  holdsPlaceOf({ placeId }: Pick<Activation, 'placeId'>): boolean {
    return this.known.heldOn(placeId).some(({ endedAt }) => endedAt !== null);
  }

  /**
   * Why the activation, or a new one if it is null, gets no lease; null if it does. `place` is that of the device: the activation, or that
   * of another installation.
   */
  refusalFor(
    place: Pick<Activation, 'placeId'> | null,
    activation: Pick<Activation, 'id'> | null,
    hasOwnPlace: boolean,
  ): OfflineNotSupported | OfflineLimitReached | null {
    if (!this.policy) return new OfflineNotSupported();
    const leases = place ? this.known.on(place.placeId) : NONE;
    const ofOthers = leases.filter((lease) => lease.activationId !== activation?.id && lease.isVerifiable(this.now));
    if (ofOthers.length >= MOST_INSTALLATIONS) return new OfflineLimitReached(firstEndOf(ofOthers));
    const { heldPlaces } = this.known;
    const others = leases.some((lease) => lease.isHeld(this.now)) || hasOwnPlace ? heldPlaces - 1 : heldPlaces;
    return others >= this.policy.maxOfflineDevices ? new OfflineLimitReached(this.heldPlaces[0]) : null;
  }

  /** The lease of an activation, if it has one. */
  leaseOf(activation: Pick<Activation, 'id'> | null): Lease | undefined {
    return activation ? this.known.of(activation.id) : undefined;
  }

  /** Grants the lease of an activation, which needs `newIndex`, or renews it. No lease outlives its key. */
  grant(activation: Activation, keyExpiresAt: Date | null, { newIndex, deviceKey, units }: Granting): GrantedTerm {
    const policy = this.policy!;
    const term = leaseTermOf(policy, this.now, keyExpiresAt);
    const known = this.known.of(activation.id);
    known?.renew(term);
    const lease = known ?? Lease.create(activation, newIndex!, term);
    if (!known) this.known.add(lease);
    if (deviceKey !== undefined) lease.setDeviceKey(deviceKey);
    if (units !== undefined) lease.setUnits(units);
    this.changed.add(lease);
    const { id, activationId, statusIndex, units: leased } = lease;
    const { leaseSeconds, maxOfflineDevices } = policy;
    return { ...term, id, activationId, statusIndex, leaseSeconds, maxOfflineDevices, units: leased };
  }

  /** Whether an activation has a lease already, and with it a place in the status lists. */
  hasLease(activation: Activation | null): boolean {
    return activation !== null && this.known.of(activation.id) !== undefined;
  }

  /** The activation ends, and another installation of its device keeps the place. */
  endInstallation(activation: Activation): void {
    this.endLeaseOf(activation, true);
  }

  /**
   * The activation ends, and no other one needs its place. Returns whether leases of the device still hold it. Then they hold the slot,
   * unless slots are checked out.
   */
  end(activation: Activation, isFloating: boolean): boolean {
    this.endLeaseOf(activation, false);
    this.known.endPlace(activation.placeId);
    this.releaseSlotsOf(activation.placeId);
    const held = this.known.heldOn(activation.placeId);
    if (held.length === 0) return false;
    const placeEnd = placeEndOf(held, this.leases, this.policy ?? undefined, this.now);
    for (const lease of held) {
      lease.releasePlace(placeEnd);
      this.changed.add(lease);
    }
    const [holding] = this.known.heldOn(activation.placeId);
    if (!isFloating) holding?.holdSlot();
    return holding !== undefined;
  }

  /** The seller ends the place that leases of an ended activation hold. Returns whether it held a slot, which is free now. */
  endPlace(activationId: string, reason: string): boolean {
    const lease = this.known.of(activationId);
    if (!lease?.endedAt) throw new ActivationNotFound();
    const held = this.known.isOnLivePlace(lease) ? NONE : this.known.heldOn(lease.placeId);
    if (held.length === 0) throw new PlaceNotHeld();
    (held.find((each) => each === lease) ?? held[0]!).notePlaceEnd(reason);
    const holdsSlot = held.some((each) => each.holdsSlot);
    for (const each of held) {
      each.releasePlace(this.now);
      each.releaseSlot();
      this.changed.add(each);
    }
    return holdsSlot;
  }

  /**
   * The device is activated again: the leases of its former places are returned, and those of former activations of the installation in
   * `place`, which the device has already. Returns the ended devices that held former places, one for each.
   */
  returnLeasesOf(
    named: NamedDevice,
    rule: MatchRule | undefined,
    place: Pick<Activation, 'placeId'> | null,
  ): readonly EndedDevice[] {
    const former = this.known.inFormerPlacesOf(named, rule);
    const held = new Map<string, EndedDevice>();
    for (const lease of former) if (lease.isHeld(this.now)) held.set(lease.placeId, this.known.endedDeviceOf(lease)!);
    const ofPlace = place ? this.known.on(place.placeId).filter((lease) => this.isFormerLeaseOf(named, lease)) : NONE;
    for (const lease of [...former, ...ofPlace]) this.return(lease);
    return [...held.values()];
  }

  /** The device returns its lease, which is over at once. A slot that it holds is free like that of any lease that is over. */
  takeBack({ activationId, leaseId, isSignedBy }: ReturnedLease): void {
    const lease = this.known.of(activationId);
    if (!lease) throw new ActivationNotFound();
    if (lease.deviceKey === null || !isSignedBy(lease.deviceKey)) throw signatureInvalid();
    if (!lease.isVerifiable(this.now)) throw new LeaseOver();
    if (lease.id !== leaseId) throw new LeaseRenewed();
    this.return(lease);
  }

  /** Gives back the free slots and returns their number. */
  releaseSlots(): number {
    const over = this.leases.filter((lease) => this.isOver(lease));
    for (const lease of over) {
      lease.releaseSlot();
      this.changed.add(lease);
    }
    return over.length;
  }

  /** Returns the leases changed since the last call, and forgets them. */
  pullChanged(): Lease[] {
    const changed = [...this.changed];
    this.changed.clear();
    return changed;
  }

  private endLeaseOf(activation: Activation, keepsPlace: boolean): void {
    const lease = this.known.of(activation.id);
    if (!lease) return;
    this.known.end(lease, activation, keepsPlace);
    this.changed.add(lease);
  }

  private return(lease: Lease): void {
    lease.return(this.now);
    this.changed.add(lease);
  }

  private isFormerLeaseOf({ device, installation = null }: NamedDevice, lease: Lease): boolean {
    const ended = this.known.endedDeviceOf(lease);
    if (!ended || device === null || !lease.isVerifiable(this.now)) return false;
    return ended.device === device && ended.installation === installation;
  }

  /** The last release had leases hold slots though other installations had their places. */
  private releaseSlotsOf(placeId: string): void {
    for (const lease of this.known.on(placeId)) {
      if (!lease.holdsSlot) continue;
      lease.releaseSlot();
      this.changed.add(lease);
    }
  }

  private isOver(lease: Lease): boolean {
    return lease.holdsSlot && !this.known.isOnLivePlace(lease) && this.known.heldOn(lease.placeId).length === 0;
  }
}
