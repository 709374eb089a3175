import { AggregateRoot, newId } from '#kernel';

export interface UserState {
  readonly id: string;
  readonly email: string;
  /** Whose quota of organizations the user shares: of whoever the inviting user shared it with. Null for a quota of one's own. */
  readonly quotaUserId: string | null;
  blockedAt: Date | null;
  /** Since when the organizations of the user are each counted by itself; null if they are counted together. */
  trustedAt: Date | null;
}

/** A person on the seller's side: a member of organizations and owner of personal access tokens. */
export class User extends AggregateRoot<UserState> {
  static create(email: string, quotaUserId: string | null = null): User {
    return new User({ id: newId('user'), email, quotaUserId, blockedAt: null, trustedAt: null });
  }

  get email(): string {
    return this.state.email;
  }

  /** Whose quota those share whom the user invites. While that user is trusted, each has one of their own. */
  get quotaOfInvited(): string {
    return this.state.trustedAt ? this.state.id : (this.state.quotaUserId ?? this.state.id);
  }

  trust(now: Date): void {
    this.state.trustedAt ??= now;
  }

  distrust(): void {
    this.state.trustedAt = null;
  }

  /** From now on all tokens of the user are rejected. */
  block(now: Date): void {
    this.state.blockedAt ??= now;
  }

  unblock(): void {
    this.state.blockedAt = null;
  }
}
