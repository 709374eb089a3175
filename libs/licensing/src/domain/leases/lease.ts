import { newId } from '#kernel';
import type { LeasedUnits } from '../counters/leased-units.ts';
import type { MovesPolicy } from './moves.ts';

/** How a benefit lets its keys be used without a network. */
export interface OfflinePolicy {
  /** For how long a lease is valid. */
  readonly leaseSeconds: number;
  /** For how long after a lease an application may go on until it can renew it. */
  readonly graceSeconds: number;
  /** How many devices of a key may have a lease at the same time. */
  readonly maxOfflineDevices: number;
  /** Until when the lease of a deactivated device holds its place, if a move is possible. Left out: it is released at once. */
  readonly held?: HeldRule | undefined;
  /** How many places may be released before their leases are over. Left out: as `DEFAULT_MOVES` says. */
  readonly moves?: MovesPolicy | undefined;
}

export type HeldRule = 'until_lease_ends' | 'until_renewal_is_due' | 'released_at_once';

/** Renewing half way leaves as much time again for a device without a network. */
const REFRESH_AFTER = 0.5;
const MS = 1000;
const secondsOf = (time: Date): number => Math.floor(time.getTime() / MS);

/** When the application should renew a lease. */
export const refreshAfter = ({ issuedAt, expiresAt }: Pick<Term, 'issuedAt' | 'expiresAt'>): Date =>
  new Date((secondsOf(issuedAt) + Math.floor((secondsOf(expiresAt) - secondsOf(issuedAt)) * REFRESH_AFTER)) * MS);

interface LeasedActivation {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly id: string;
  readonly placeId: string;
}

/** How long a renewal of a lease is valid. All times are whole seconds. */
export interface Term {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** The end of the grace period. Until then the lease counts, whatever becomes of the activation. */
  readonly heldUntil: Date;
}

/** The term of a lease that is granted at that time. No lease outlives its key. */
export function leaseTermOf({ leaseSeconds, graceSeconds }: OfflinePolicy, now: Date, keyExpiresAt: Date | null): Term {
  const issued = secondsOf(now);
  const last = keyExpiresAt ? secondsOf(keyExpiresAt) : Infinity;
  const expires = Math.min(issued + leaseSeconds, last);
  const held = Math.min(expires + graceSeconds, last);
  return { issuedAt: atSecond(issued), expiresAt: atSecond(expires), heldUntil: atSecond(held) };
}

const atSecond = (seconds: number): Date => new Date(seconds * MS);

/** The state of a lease: one property for each column of its row. */
export interface LeaseState {
  readonly organizationId: string;
  readonly activationId: string;
  readonly licenseKeyId: string;
  /** The activation that took the place of the device, if the activation shares it. */
  readonly placeId: string | null;
  /** The place of the lease in the status lists of the organization. */
  readonly statusIndex: number;
  /** The ID of the last renewal, `jti` of its token. */
  id: string;
  issuedAt: Date;
  expiresAt: Date;
  heldUntil: Date;
  /** When the activation was deactivated. */
  endedAt: Date | null;
  /** Whether its place still counts among the activations of the key, though none of its activations is live. */
  holdsSlot: boolean;
  /** The public key that the device gave with its request (Ed25519, base64url). It signs when the device returns the lease. */
  deviceKey: string | null;
  /** When the device returned the lease: it signed a file, or was activated again. */
  returnedAt: Date | null;
  /** Until when the lease holds the place of its device after the last activation of it ended, if that is before the lease is over: the time of a move. */
  placeUntil: Date | null;
  /** Why the seller ended the place; null if the seller did not. */
  placeEndReason: string | null;
  /** Units of counters that the device may use; null if it has none. */
  units: LeasedUnits | null;
}

/**
 * The right of one activation to use its key without a network. An installation has one lease, which is renewed in place: what was
 * handed out cannot be taken back, so times only move forward.
 */
export class Lease {
  private constructor(private readonly state: LeaseState) {}

  static create({ organizationId, licenseKeyId, id, placeId }: LeasedActivation, statusIndex: number, term: Term): Lease {
    return new Lease({
      organizationId,
      activationId: id,
      licenseKeyId,
      placeId: placeId === id ? null : placeId,
      statusIndex,
      id: newId('lease'),
      ...term,
      endedAt: null,
      holdsSlot: false,
      deviceKey: null,
      returnedAt: null,
      placeUntil: null,
      placeEndReason: null,
      units: null,
    });
  }

  /** A lease as it was stored. */
  static restore(state: LeaseState): Lease {
    return new Lease(state);
  }

  copy(): Lease {
    return new Lease({ ...this.state });
  }

  get id(): string {
    return this.state.id;
  }

  get activationId(): string {
    return this.state.activationId;
  }

  /** Which place of the key its device has, as activations name it. */
  get placeId(): string {
    return this.state.placeId ?? this.state.activationId;
  }

  get statusIndex(): number {
    return this.state.statusIndex;
  }

  get issuedAt(): Date {
    return this.state.issuedAt;
  }

  get expiresAt(): Date {
    return this.state.expiresAt;
  }

  get heldUntil(): Date {
    return this.state.heldUntil;
  }

  get endedAt(): Date | null {
    return this.state.endedAt;
  }

  get holdsSlot(): boolean {
    return this.state.holdsSlot;
  }

  get deviceKey(): string | null {
    return this.state.deviceKey;
  }

  get units(): LeasedUnits | null {
    return this.state.units;
  }

  /** The state, for those who store it. */
  get stored(): Readonly<LeaseState> {
    return this.state;
  }

  /** Until when the lease takes a place. */
  get takesPlaceUntil(): Date {
    return this.state.placeUntil ?? this.state.heldUntil;
  }

  /** When its place was released, or will be, if that is before the lease is over; else null. */
  get moveAt(): Date | null {
    return this.state.placeUntil;
  }

  /** Until when an application that has the lease accepts it without a network, as far as the service knows. */
  get verifiesUntil(): Date {
    return this.state.returnedAt ?? this.state.heldUntil;
  }

  /** Whether the lease takes a place. */
  isHeld(now: Date): boolean {
    return this.state.returnedAt === null && this.takesPlaceUntil > now;
  }

  isVerifiable(now: Date): boolean {
    return this.verifiesUntil > now;
  }

  renew({ issuedAt, expiresAt, heldUntil }: Term): void {
    const { state } = this;
    state.id = newId('lease');
    state.issuedAt = issuedAt;
    if (expiresAt > state.expiresAt) state.expiresAt = expiresAt;
    if (heldUntil > state.heldUntil) state.heldUntil = heldUntil;
  }

  /** The device gave its public key. */
  setDeviceKey(deviceKey: string): void {
    this.state.deviceKey = deviceKey;
  }

  setUnits(units: LeasedUnits | null): void {
    this.state.units = units;
  }

  /** The activation was deactivated. */
  end(now: Date): void {
    this.state.endedAt = now;
  }

  /** The slot of the place counts among the activations of the key, though none of its activations is live. */
  holdSlot(): void {
    this.state.holdsSlot = true;
  }

  /** The place is released at that time, if the lease is not over before. */
  releasePlace(at: Date): void {
    if (at < this.state.heldUntil) this.state.placeUntil = at;
  }

  /** The seller ended the place, and said why. */
  notePlaceEnd(reason: string): void {
    this.state.placeEndReason = reason;
  }

  /** The device returned the lease. A place that it still held was not moved. */
  return(now: Date): void {
    if (this.isHeld(now)) this.state.placeUntil = null;
    this.state.returnedAt = now;
  }

  /** The slot of the ended activation is free. */
  releaseSlot(): void {
    this.state.holdsSlot = false;
  }
}
