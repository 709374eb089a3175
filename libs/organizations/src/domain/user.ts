import { AggregateRoot, newId } from '#kernel';

/** A person on the seller's side. Users belong to organizations and own personal access tokens. */
export class User extends AggregateRoot {
  readonly id: string;
  readonly email: string;
  readonly blockedAt: Date | null;

  constructor(email: string) {
    super();
    this.id = newId();
    this.email = email;
    this.blockedAt = null;
  }

  static register(email: string): User {
    return new User(email);
  }

  /** From now on none of the user's tokens is accepted. */
  block(at: Date): void {
    this.become({ blockedAt: this.blockedAt ?? at });
  }

  unblock(): void {
    this.become({ blockedAt: null });
  }

  private become(next: Partial<User>): void {
    Object.assign(this, next);
  }
}
