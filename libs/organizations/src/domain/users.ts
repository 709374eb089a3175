import type { Sync } from '#kernel';
import type { User } from './user.ts';

export type WhichUser = { readonly id: string } | { readonly email: string };

/** E-mail addresses are compared without regard to case. */
export abstract class Users {
  /** Answers the id of the user who has that e-mail address: of the one given, or of the one who had it before. */
  abstract register(user: User): Promise<string>;

  /** Throws `ResourceNotFound` where there is none. */
  abstract change<T>(which: WhichUser, by: (user: User) => Sync<T>): Promise<T>;
}
