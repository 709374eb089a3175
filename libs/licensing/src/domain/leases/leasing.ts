import type { Activation } from '../activations/activation.ts';
import { type EndedDevice, isNamedAs, type NamedDevice } from '../devices/devices.ts';
import type { MatchRule } from '../policy/devices-policy.ts';
import { Lease, type OfflinePolicy, refreshAfter, type Term } from './lease.ts';
import { LeaseOver, LeaseRenewed, OfflineLimitReached, OfflineNotSupported, PlaceNotHeld } from './lease.errors.ts';
import { ActivationNotFound } from '../keys/license-key.errors.ts';
import { DEFAULT_MOVES, nextMoveAt } from './moves.ts';
import { type ReturnedLease, signatureInvalid } from './offline-files.ts';

export type { ReturnedLease };

const SECOND_MS = 1000;

/** What was granted: the state of the lease, and the term of this renewal, which may end before that of an earlier one. */
export interface GrantedTerm extends Term {
  readonly id: string;
  readonly activationId: string;
  readonly statusIndex: number;
  readonly leaseSeconds: number;
  readonly maxOfflineDevices: number;
}

/** What a lease gets beside its term. */
interface Granting {
  /** The place of a new lease in the status lists. */
  readonly newIndex: number | undefined;
  /** Left out if the device did not give one: a known one stays. */
  readonly deviceKey: string | undefined;
}

/** Leases of a key as they were when it was locked, by the time of the database. Only commands about leases load them. */
export class Leasing {
  /**
   * The leases of the activations that the command names, and of ended activations all that hold places, can be verified or count as
   * moves.
   */
  private readonly known: Lease[] = [];
  private readonly endedDevices = new Map<Lease, EndedDevice>();
  private changed = new Set<Lease>();

  constructor(
    readonly now: Date,
    private readonly policy: OfflinePolicy | null,
    /** How many leases of the key take a place, those of ended activations included. */
    private held: number,
  ) {}

  get leases(): readonly Lease[] {
    return this.known;
  }

  /**
   * A lease that was read, with the device of its activation, if that has ended; one of an activation whose lease is known is ignored.
   * A device that has another activation by now needs the place of its former one no more.
   */
  load(lease: Lease, ended?: EndedDevice & { readonly isActiveAgain: boolean }): void {
    if (this.leaseOf(lease.activationId)) return;
    this.known.push(lease);
    if (!ended) return;
    this.endedDevices.set(lease, ended);
    if (ended.isActiveAgain && lease.isVerifiable(this.now)) this.return(lease);
  }

  /** A copy of what was loaded, to try a change out. */
  copy(): Leasing {
    const copy = new Leasing(this.now, this.policy, this.held);
    for (const lease of this.known) {
      const copied = lease.copy();
      const ended = this.endedDevices.get(lease);
      copy.known.push(copied);
      if (ended) copy.endedDevices.set(copied, ended);
      if (this.changed.has(lease)) copy.changed.add(copied);
    }
    return copy;
  }

  /** Slots of ended activations whose leases are over by now. */
  get freeSlots(): number {
    return this.known.filter((lease) => this.isOver(lease)).length;
  }

  /** Until when leases of ended activations hold places, the next one first. */
  get heldPlaces(): readonly Date[] {
    const held = this.known.filter((lease) => lease.endedAt !== null && lease.isHeld(this.now));
    return held.map(({ takesPlaceUntil }) => takesPlaceUntil).sort((some, other) => some.getTime() - other.getTime());
  }

  /** Whether the lease of an ended activation holds a place for the device. */
  holdsPlaceFor(named: NamedDevice, rule: MatchRule | undefined): boolean {
    return this.endedLeasesOf(named, rule).some((lease) => lease.isHeld(this.now));
  }

  /** Why the activation, or a new one of a device if it is null, gets no lease; null if it does. */
  refusalFor(activation: Activation | null, hasOwnPlace: boolean): OfflineNotSupported | OfflineLimitReached | null {
    if (!this.policy) return new OfflineNotSupported();
    const own = activation && this.leaseOf(activation.id);
    const others = own?.isHeld(this.now) || hasOwnPlace ? this.held - 1 : this.held;
    return others >= this.policy.maxOfflineDevices ? new OfflineLimitReached(this.heldPlaces[0]) : null;
  }

  /** Grants the lease of an activation, which needs `newIndex`, or renews it. No lease outlives its key. */
  grant(activation: Activation, keyExpiresAt: Date | null, { newIndex, deviceKey }: Granting): GrantedTerm {
    const policy = this.policy!;
    const term = this.termFor(policy, keyExpiresAt);
    const known = this.leaseOf(activation.id);
    if (!known?.isHeld(this.now)) this.held += 1;
    known?.renew(term);
    const lease = known ?? Lease.create(activation, newIndex!, term);
    if (!known) this.known.push(lease);
    if (deviceKey !== undefined) lease.setDeviceKey(deviceKey);
    this.changed.add(lease);
    const { id, activationId, statusIndex } = lease;
    const { leaseSeconds, maxOfflineDevices } = policy;
    return { ...term, id, activationId, statusIndex, leaseSeconds, maxOfflineDevices };
  }

  /** Whether an activation has a lease already, and with it a place in the status lists. */
  hasLease(activation: Activation | null): boolean {
    return activation !== null && this.leaseOf(activation.id) !== undefined;
  }

  /** The activation ends. Returns whether its lease still holds its place. Then it holds the slot, unless slots are checked out. */
  end(activation: Activation, isFloating: boolean): boolean {
    const lease = this.leaseOf(activation.id);
    if (!lease) return false;
    const wasHeld = lease.isHeld(this.now);
    lease.end(this.now, wasHeld ? this.placeEndOf(lease) : lease.heldUntil);
    const isHeld = lease.isHeld(this.now);
    if (isHeld && !isFloating) lease.holdSlot();
    if (wasHeld && !isHeld) this.held -= 1;
    this.endedDevices.set(lease, activation);
    this.changed.add(lease);
    return isHeld;
  }

  /** The seller ends the place that the lease of an ended activation holds. Returns whether it held a slot, which is free now. */
  endPlace(activationId: string): boolean {
    const lease = this.leaseOf(activationId);
    if (!lease?.endedAt) throw new ActivationNotFound();
    if (!lease.isHeld(this.now)) throw new PlaceNotHeld();
    const { holdsSlot } = lease;
    lease.releasePlace(this.now);
    lease.releaseSlot();
    this.held -= 1;
    this.changed.add(lease);
    return holdsSlot;
  }

  /** The device is activated again: the leases of its ended activations are returned. Returns the ended ones that held places. */
  returnLeasesOf(named: NamedDevice, rule: MatchRule | undefined): readonly EndedDevice[] {
    const own = this.endedLeasesOf(named, rule);
    const held = own.filter((lease) => lease.isHeld(this.now)).map((lease) => this.endedDevices.get(lease)!);
    for (const lease of own) this.return(lease);
    return held;
  }

  /** The device returns its lease, which is over at once. A slot that it holds is free like that of any lease that is over. */
  takeBack({ activationId, leaseId, isSignedBy }: ReturnedLease): void {
    const lease = this.leaseOf(activationId);
    if (!lease) throw new ActivationNotFound();
    if (lease.deviceKey === null || !isSignedBy(lease.deviceKey)) throw signatureInvalid();
    if (!lease.isVerifiable(this.now)) throw new LeaseOver();
    if (lease.id !== leaseId) throw new LeaseRenewed();
    this.return(lease);
  }

  /** Gives back the free slots and returns their number. */
  releaseSlots(): number {
    const over = this.known.filter((lease) => this.isOver(lease));
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

  private return(lease: Lease): void {
    if (lease.isHeld(this.now)) this.held -= 1;
    lease.return(this.now);
    this.changed.add(lease);
  }

  private endedLeasesOf(named: NamedDevice, rule: MatchRule | undefined): Lease[] {
    const isOwn = (lease: Lease): boolean =>
      lease.isVerifiable(this.now) && isNamedAs(this.endedDevices.get(lease)!, named, rule);
    return this.known.filter((lease) => this.endedDevices.has(lease) && isOwn(lease));
  }

  /** Until when the lease holds its place if its activation ends now. */
  private placeEndOf(lease: Lease): Date {
    const { held = 'released_at_once', moves = DEFAULT_MOVES } = this.policy ?? {};
    if (held === 'until_lease_ends') return lease.heldUntil;
    const due = refreshAfter(lease);
    const earliest = held === 'until_renewal_is_due' && due > this.now ? due : this.now;
    const before = this.known.flatMap(({ move }) => move ?? []);
    return nextMoveAt(before, moves, earliest) ?? lease.heldUntil;
  }

  private isOver(lease: Lease): boolean {
    return lease.holdsSlot && !lease.isHeld(this.now);
  }

  private leaseOf(activationId: string): Lease | undefined {
    return this.known.find((lease) => lease.activationId === activationId);
  }

  private termFor({ leaseSeconds, graceSeconds }: OfflinePolicy, keyExpiresAt: Date | null): Term {
    const issued = Math.floor(this.now.getTime() / SECOND_MS);
    const last = keyExpiresAt ? Math.floor(keyExpiresAt.getTime() / SECOND_MS) : Infinity;
    const expires = Math.min(issued + leaseSeconds, last);
    const held = Math.min(expires + graceSeconds, last);
    return { issuedAt: atSecond(issued), expiresAt: atSecond(expires), heldUntil: atSecond(held) };
  }
}

const atSecond = (seconds: number): Date => new Date(seconds * SECOND_MS);
