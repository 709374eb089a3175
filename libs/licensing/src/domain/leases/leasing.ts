import type { Activation } from '../activations/activation.ts';
import { Lease, type OfflinePolicy, type Term } from './lease.ts';
import { LeaseOver, LeaseRenewed, OfflineLimitReached, OfflineNotSupported } from './lease.errors.ts';
import { ActivationNotFound } from '../keys/license-key.errors.ts';
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
  /** The leases of the activations that the command names, and all that hold slots of ended activations. */
  private readonly known: Lease[] = [];
  private changed = new Set<Lease>();

  constructor(
    readonly now: Date,
    private readonly policy: OfflinePolicy | null,
    /** How many leases of the key are held, those of ended activations included. */
    private held: number,
  ) {}

  get leases(): readonly Lease[] {
    return this.known;
  }

  /** A lease that was read; one of an activation whose lease is known is ignored. */
  load(lease: Lease): void {
    if (!this.leaseOf(lease.activationId)) this.known.push(lease);
  }

  /** A copy of what was loaded, to try a change out. */
  copy(): Leasing {
    const copy = new Leasing(this.now, this.policy, this.held);
    for (const lease of this.known) copy.load(lease.copy());
    return copy;
  }

  /** Slots of ended activations whose leases are over by now. */
  get freeSlots(): number {
    return this.known.filter((lease) => this.isOver(lease)).length;
  }

  /** Why the activation, or a new one if it is null, gets no lease; null if it does. */
  refusalFor(activation: Activation | null): OfflineNotSupported | OfflineLimitReached | null {
    if (!this.policy) return new OfflineNotSupported();
    const own = activation && this.leaseOf(activation.id);
    const others = own?.isHeld(this.now) ? this.held - 1 : this.held;
    return others >= this.policy.maxOfflineDevices ? new OfflineLimitReached() : null;
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

  /** The activation ends. Returns whether its lease is still held. Then it holds the slot, unless slots are checked out. */
  end(activationId: string, isFloating: boolean): boolean {
    const lease = this.leaseOf(activationId);
    if (!lease) return false;
    const isHeld = lease.isHeld(this.now);
    lease.end(this.now, isHeld && !isFloating);
    this.changed.add(lease);
    return isHeld;
  }

  /** The device returns its lease, which is over at once. A slot that it holds is free like that of any lease that is over. */
  takeBack({ activationId, leaseId, isSignedBy }: ReturnedLease): void {
    const lease = this.leaseOf(activationId);
    if (!lease) throw new ActivationNotFound();
    if (lease.deviceKey === null || !isSignedBy(lease.deviceKey)) throw signatureInvalid();
    if (!lease.isHeld(this.now)) throw new LeaseOver();
    if (lease.id !== leaseId) throw new LeaseRenewed();
    lease.return(this.now);
    this.held -= 1;
    this.changed.add(lease);
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
