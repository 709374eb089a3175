import type { Sync } from '#kernel';
import type { User } from './user.ts';

export type WhichUser = { readonly id: string } | { readonly email: string };

/** The repository of users. E-mail addresses are compared case-insensitively. */
export abstract class Users {
  /** Adds the user unless the e-mail address is known. Returns the id of the user with that address. */
  abstract register(user: User): Promise<string>;

  /** Throws `ResourceNotFound`. */
  abstract change<T>(which: WhichUser, by: (user: User) => Sync<T>): Promise<T>;
}
