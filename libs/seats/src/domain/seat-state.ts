import { newId } from '#kernel';

export type SeatStatus = 'pending' | 'claimed' | 'revoked';

export type SeatMetadata = { readonly [key: string]: unknown };

export interface SeatState {
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
}

/** The state of a seat that is not assigned yet. */
export const unassignedState = (now: Date): SeatState => ({
  id: newId('seat'),
  status: 'revoked',
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
