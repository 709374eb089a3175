import { AggregateRoot, newId } from '#kernel';

/** A person on the seller's side: a member of organizations and owner of personal access tokens. */
export class User extends AggregateRoot {
  readonly id: string;
  readonly email: string;
  blockedAt: Date | null;

  private constructor(email: string) {
    super();
    this.id = newId('user');
    this.email = email;
    this.blockedAt = null;
  }

  static create(email: string): User {
    return new User(email);
  }

  /** From now on all tokens of the user are rejected. */
  block(now: Date): void {
    this.blockedAt ??= now;
  }

  unblock(): void {
    this.blockedAt = null;
  }
}
