import { newId } from '#kernel';

/** How a benefit lets its keys be used without a network. */
export interface OfflinePolicy {
  /** For how long a lease is valid. */
  readonly leaseSeconds: number;
  /** For how long after a lease an application may go on until it can renew it. */
  readonly graceSeconds: number;
  /** How many devices of a key may have a lease at the same time. */
  readonly maxOfflineDevices: number;
}

interface LeasedActivation {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly id: string;
}

/** How long a renewal of a lease is valid. All times are whole seconds. */
export interface Term {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** The end of the grace period. Until then the lease counts, whatever becomes of the activation. */
  readonly heldUntil: Date;
}

/**
 * The right of one activation to use its key without a network. A device has one lease, which is renewed in place: what was handed
 * out cannot be taken back, so times only move forward.
 */
export class Lease {
  readonly organizationId: string;
  readonly activationId: string;
  readonly licenseKeyId: string;
  /** The place of the lease in the status lists of the organization. */
  readonly statusIndex: number;
  /** The ID of the last renewal, `jti` of its token. */
  id: string;
  issuedAt: Date;
  expiresAt: Date;
  heldUntil: Date;
  /** When the activation was deactivated. */
  endedAt: Date | null;
  /** Whether the ended activation still counts among the activations of the key. */
  holdsSlot: boolean;
  /** The public key of a device that was activated by file (Ed25519, base64url). It signs when the device returns the lease. */
  deviceKey: string | null;
  /** When the device returned the lease by file. */
  returnedAt: Date | null;

  private constructor({ organizationId, licenseKeyId, id }: LeasedActivation, statusIndex: number, term: Term) {
    this.organizationId = organizationId;
    this.activationId = id;
    this.licenseKeyId = licenseKeyId;
    this.statusIndex = statusIndex;
    this.id = newId('lease');
    this.issuedAt = term.issuedAt;
    this.expiresAt = term.expiresAt;
    this.heldUntil = term.heldUntil;
    this.endedAt = null;
    this.holdsSlot = false;
    this.deviceKey = null;
    this.returnedAt = null;
  }

  static create(activation: LeasedActivation, statusIndex: number, term: Term): Lease {
    return new Lease(activation, statusIndex, term);
  }

  isHeld(now: Date): boolean {
    return this.returnedAt === null && this.heldUntil > now;
  }

  renew({ issuedAt, expiresAt, heldUntil }: Term): void {
    this.id = newId('lease');
    this.issuedAt = issuedAt;
    if (expiresAt > this.expiresAt) this.expiresAt = expiresAt;
    if (heldUntil > this.heldUntil) this.heldUntil = heldUntil;
  }
}
