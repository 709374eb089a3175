import { ResourceNotFound, type Sync } from '#kernel';
import type { User } from '../src/domain/user.ts';
import { Users, type WhichUser } from '../src/domain/users.ts';

export class InMemoryUsers extends Users {
  private readonly byEmail = new Map<string, User>();

  async register(user: User): Promise<string> {
    const existing = this.byEmail.get(user.email.toLowerCase());
    if (!existing) this.byEmail.set(user.email.toLowerCase(), user);
    return (existing ?? user).id;
  }

  /** Whose quota of organizations a user is on. Unknown users have one of their own. */
  quotaUserOf(id: string): string {
    const user = this.withId(id);
    const shared = user?.trustedAt || !user?.quotaUserId ? undefined : this.withId(user.quotaUserId);
    return shared && !shared.trustedAt ? shared.id : id;
  }

  isTrusted(id: string): boolean {
    return Boolean(this.withId(id)?.trustedAt);
  }

  private withId(id: string): User | undefined {
    return [...this.byEmail.values()].find((user) => user.id === id);
  }

  async change<T>(which: WhichUser, by: (user: User) => Sync<T>): Promise<T> {
    const user = 'email' in which ? this.byEmail.get(which.email.toLowerCase()) : this.withId(which.id);
    if (!user) throw new ResourceNotFound();
    return by(user) as T;
  }
}
