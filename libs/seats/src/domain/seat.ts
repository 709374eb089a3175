import { newId } from '#kernel';
import { SEAT_INVITATION_LIFETIME } from '#support/credentials';

export type SeatStatus = 'pending' | 'claimed' | 'revoked';

export type SeatMetadata = { readonly [key: string]: unknown };

/** The member of the customer's team who gets a seat. */
export interface Recipient {
  readonly memberId: string;
  readonly email: string;
}

/** One seat of a pool. A revoked seat is reused for the next assignment. */
export class Seat {
  readonly id: string;
  status: SeatStatus;
  /** The customer who bought the seat; null while it is revoked. */
  customerId: string | null;
  memberId: string | null;
  email: string | null;
  /** Number of invitations created for the seat. Only the last one is valid. */
  invitation: number;
  /** Keyed digest of the invitation token; null until a token is issued. */
  invitationDigest: Buffer | null;
  invitationTokenExpiresAt: Date | null;
  claimedAt: Date | null;
  revokedAt: Date | null;
  metadata: SeatMetadata;
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor(now: Date) {
    this.id = newId('seat');
    this.status = 'revoked';
    this.customerId = null;
    this.memberId = null;
    this.email = null;
    this.invitation = 0;
    this.invitationDigest = null;
    this.invitationTokenExpiresAt = null;
    this.claimedAt = null;
    this.revokedAt = null;
    this.metadata = {};
    this.createdAt = now;
    this.modifiedAt = null;
  }

  /** A seat that is not assigned yet. */
  static create(now: Date): Seat {
    return new Seat(now);
  }

  get isPending(): boolean {
    return this.status === 'pending';
  }

  /** True if the seat counts against the capacity of the pool. */
  get isAssigned(): boolean {
    return this.status !== 'revoked';
  }

  /** An expired invitation leaves the seat pending, and in use, until it is revoked. */
  hasExpired(now: Date): boolean {
    return this.isPending && this.invitationTokenExpiresAt! <= now;
  }

  acceptsToken(digests: readonly Buffer[], now: Date): boolean {
    const { invitationDigest } = this;
    if (!this.isPending || invitationDigest === null || this.hasExpired(now)) return false;
    return digests.some((digest) => digest.equals(invitationDigest));
  }

  /** Assigns the seat as pending. */
  assign(customerId: string, { memberId, email }: Recipient, metadata: SeatMetadata, now: Date): void {
    this.modifiedAt = this.revokedAt && now;
    this.status = 'pending';
    this.customerId = customerId;
    this.memberId = memberId;
    this.email = email;
    this.metadata = metadata;
    this.claimedAt = null;
    this.revokedAt = null;
    this.invitationTokenExpiresAt = null;
  }

  /** Creates a new invitation and invalidates the one before. */
  invite(digest: Buffer | null, now: Date): void {
    this.invitation += 1;
    this.invitationDigest = digest;
    this.invitationTokenExpiresAt = new Date(now.getTime() + SEAT_INVITATION_LIFETIME);
  }

  /** Sets the token digest of the current invitation when it is sent. */
  setInvitationDigest(digest: Buffer): void {
    this.invitationDigest = digest;
  }

  claim(now: Date): void {
    this.status = 'claimed';
    this.claimedAt = now;
    this.invitationDigest = null;
  }

  revoke(now: Date): void {
    this.status = 'revoked';
    this.revokedAt = now;
    this.customerId = null;
    this.memberId = null;
    this.email = null;
    this.invitationDigest = null;
    this.modifiedAt = now;
  }

  /** Removes what a revoked seat still says about its last holder. */
  erase(): void {
    this.metadata = {};
  }

  get hasDetails(): boolean {
    return this.email !== null || Object.keys(this.metadata).length > 0;
  }

  syncEmail(email: string, now: Date): void {
    this.email = email;
    this.modifiedAt = now;
  }

  touch(now: Date): void {
    this.modifiedAt = now;
  }
}
