import { newId } from '#kernel';

export type SeatStatus = 'pending' | 'claimed' | 'revoked';

export type SeatMetadata = { readonly [key: string]: unknown };

/** Who gets a seat: a member of the customer's team. */
export interface Recipient {
  readonly memberId: string;
  readonly email: string;
}

const INVITATION_MS = 24 * 60 * 60 * 1000;

/** One seat of a pool. A revoked one is given to the next who needs one. */
export class Seat {
  readonly id!: string;
  readonly status!: SeatStatus;
  /** The customer who bought it. */
  readonly customerId!: string | null;
  readonly memberId!: string | null;
  readonly email!: string | null;
  /** Counts the invitations that were made for the seat; the last one counts. */
  readonly invitation!: number;
  /** What is remembered of the invitation's token; null while nobody was given one. */
  readonly invitationDigest!: Buffer | null;
  readonly invitationTokenExpiresAt!: Date | null;
  readonly claimedAt!: Date | null;
  readonly revokedAt!: Date | null;
  readonly metadata!: SeatMetadata;
  readonly createdAt!: Date;
  readonly modifiedAt!: Date | null;

  static unassigned(now: Date): Seat {
    const seat = Object.create(Seat.prototype) as Seat;
    return Object.assign(seat, {
      id: newId(),
      status: 'revoked' as const,
      customerId: null,
      memberId: null,
      email: null,
      invitation: 0,
      invitationDigest: null,
      invitationTokenExpiresAt: null,
      claimedAt: null,
      revokedAt: null,
      metadata: {},
      createdAt: now,
      modifiedAt: null,
    });
  }

  get isPending(): boolean {
    return this.status === 'pending';
  }

  /** Whether it counts against what was bought. */
  get isUsed(): boolean {
    return this.status !== 'revoked';
  }

  /** A pending seat stays so when its invitation expires, and keeps its place until it is revoked. */
  hasExpired(now: Date): boolean {
    return this.isPending && this.invitationTokenExpiresAt! <= now;
  }

  isOpenedBy(digests: readonly Buffer[], now: Date): boolean {
    const { invitationDigest } = this;
    if (!this.isPending || invitationDigest === null || this.hasExpired(now)) return false;
    return digests.some((digest) => digest.equals(invitationDigest));
  }

  /** Pending until it is claimed. */
  assign(customerId: string, { memberId, email }: Recipient, metadata: SeatMetadata, now: Date): void {
    Object.assign(this, {
      status: 'pending',
      customerId,
      memberId,
      email,
      metadata,
      claimedAt: null,
      revokedAt: null,
      invitationTokenExpiresAt: null,
      modifiedAt: this.revokedAt && now,
    });
  }

  /** A new invitation; whoever has an older one can no longer use it. */
  invite(digest: Buffer | null, now: Date): void {
    Object.assign(this, {
      invitation: this.invitation + 1,
      invitationDigest: digest,
      invitationTokenExpiresAt: new Date(now.getTime() + INVITATION_MS),
    });
  }

  /** Takes the token of the invitation that is on its way. */
  setInvitationDigest(digest: Buffer): void {
    Object.assign(this, { invitationDigest: digest });
  }

  claim(now: Date): void {
    Object.assign(this, { status: 'claimed', claimedAt: now, invitationDigest: null });
  }

  revoke(now: Date): void {
    Object.assign(this, {
      status: 'revoked',
      revokedAt: now,
      customerId: null,
      memberId: null,
      email: null,
      invitationDigest: null,
      modifiedAt: now,
    });
  }

  syncEmail(email: string, now: Date): void {
    Object.assign(this, { email, modifiedAt: now });
  }

  touch(now: Date): void {
    Object.assign(this, { modifiedAt: now });
  }
}
