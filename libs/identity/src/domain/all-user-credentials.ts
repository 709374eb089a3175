import type { Sync } from '#kernel';
import type { UserCredentials } from './user-credentials.ts';

/** The repository of credentials. Every user has some: at first they are empty. */
export abstract class AllUserCredentials {
  abstract find(userId: string): Promise<Readonly<UserCredentials>>;

  abstract change<T>(userId: string, by: (credentials: UserCredentials) => Sync<T>): Promise<T>;
}
