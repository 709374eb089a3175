import { SEAT_INVITATION_LIFETIME } from '#support/credentials';
import type { SeatMetadata, SeatState } from './seat-pool-state.ts';

/** The member of the customer's team who gets a seat. */
export interface Recipient {
  readonly memberId: string;
  readonly email: string;
}

/** One seat of a pool. A revoked seat is reused for the next assignment. */
export class Seat {
  constructor(private readonly state: SeatState) {}

  /** A frozen copy of the state. */
  get snapshot(): Readonly<SeatState> {
    return Object.freeze({ ...this.state });
  }

  get id(): string {
    return this.state.id;
  }

  get memberId(): string | null {
    return this.state.memberId;
  }

  get email(): string | null {
    return this.state.email;
  }

  get invitation(): number {
    return this.state.invitation;
  }

  get invitationTokenExpiresAt(): Date | null {
    return this.state.invitationTokenExpiresAt;
  }

  get isPending(): boolean {
    return this.state.status === 'pending';
  }

  /** True if the seat counts against the capacity of the pool. */
  get isAssigned(): boolean {
    return this.state.status !== 'revoked';
  }

  /** An expired invitation leaves the seat pending, and in use, until it is revoked. */
  hasExpired(now: Date): boolean {
    return this.isPending && this.state.invitationTokenExpiresAt! <= now;
  }

  acceptsToken(digests: readonly Buffer[], now: Date): boolean {
    const { invitationDigest } = this.state;
    if (!this.isPending || invitationDigest === null || this.hasExpired(now)) return false;
    return digests.some((digest) => digest.equals(invitationDigest));
  }

  /** Assigns the seat as pending. */
  assign(customerId: string, { memberId, email }: Recipient, metadata: SeatMetadata, now: Date): void {
    this.state.modifiedAt = this.state.revokedAt && now;
    this.state.status = 'pending';
    this.state.customerId = customerId;
    this.state.memberId = memberId;
    this.state.email = email;
    this.state.metadata = metadata;
    this.state.claimedAt = null;
    this.state.revokedAt = null;
    this.state.invitationTokenExpiresAt = null;
  }

  /** Creates a new invitation and invalidates the one before. */
  invite(digest: Buffer | null, now: Date): void {
    this.state.invitation += 1;
    this.state.invitationDigest = digest;
    this.state.invitationTokenExpiresAt = new Date(now.getTime() + SEAT_INVITATION_LIFETIME);
  }

  /** Sets the token digest of the current invitation when it is sent. */
  setInvitationDigest(digest: Buffer): void {
    this.state.invitationDigest = digest;
  }

  claim(now: Date): void {
    this.state.status = 'claimed';
    this.state.claimedAt = now;
    this.state.invitationDigest = null;
  }

  revoke(now: Date): void {
    this.state.status = 'revoked';
    this.state.revokedAt = now;
    this.state.customerId = null;
    this.state.memberId = null;
    this.state.email = null;
    this.state.invitationDigest = null;
    this.state.modifiedAt = now;
  }

  /** Removes what a revoked seat still says about its last holder. */
  erase(): void {
    this.state.metadata = {};
  }

  /** The holder has another address, or another member took the place of the holder. */
  updateHolder({ memberId, email }: Recipient, now: Date): void {
    this.state.memberId = memberId;
    this.state.email = email;
    this.state.modifiedAt = now;
  }

  touch(now: Date): void {
    this.state.modifiedAt = now;
  }
}
