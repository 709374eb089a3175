import { AggregateRoot, newId } from '#kernel';

/** A person on the seller's side: a member of organizations and owner of personal access tokens. */
export class User extends AggregateRoot {
  readonly id: string;
  readonly email: string;
  /** Whose quota of organizations the user shares: of whoever the inviting user shared it with. Null for a quota of one's own. */
  readonly quotaUserId: string | null;
  blockedAt: Date | null;
  /** Since when the organizations of the user are each counted by itself; null if they are counted together. */
  trustedAt: Date | null;

  private constructor(email: string, quotaUserId: string | null) {
    super();
    this.id = newId('user');
    this.email = email;
    this.quotaUserId = quotaUserId;
    this.blockedAt = null;
    this.trustedAt = null;
  }

  static create(email: string, quotaUserId: string | null = null): User {
    return new User(email, quotaUserId);
  }

  /** Whose quota those share whom the user invites. While that user is trusted, each has one of their own. */
  get quotaOfInvited(): string {
    return this.trustedAt ? this.id : (this.quotaUserId ?? this.id);
  }

  trust(now: Date): void {
    this.trustedAt ??= now;
  }

  distrust(): void {
    this.trustedAt = null;
  }

  /** From now on all tokens of the user are rejected. */
  block(now: Date): void {
    this.blockedAt ??= now;
  }

  unblock(): void {
    this.blockedAt = null;
  }
}
