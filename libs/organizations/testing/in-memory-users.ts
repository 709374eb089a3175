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

  async change<T>(which: WhichUser, by: (user: User) => Sync<T>): Promise<T> {
    const user =
      'email' in which
        ? this.byEmail.get(which.email.toLowerCase())
        : [...this.byEmail.values()].find(({ id }) => id === which.id);
    if (!user) throw new ResourceNotFound();
    return by(user) as T;
  }
}
