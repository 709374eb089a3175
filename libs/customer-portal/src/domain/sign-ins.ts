import type { Sync } from '#kernel';
import type { SignIn } from './sign-in.ts';
import type { SignInCode } from './sign-in-code.ts';

/** A customer who is reached at an address, itself or through a member. */
export interface Reached {
  readonly customerId: string;
  readonly name: string | null;
  /** As the member or the customer itself has it: what only compares equal may be the mailbox of somebody else. */
  readonly email: string;
}

/** Who wants to be let in, and the codes that were made for them. */
export abstract class SignIns {
  abstract add(signIn: SignIn): Promise<void>;

  /** Null once it is forgotten. */
  abstract find(id: string): Promise<SignIn | null>;

  /** The living customers that a sign-in means, no more than `limit`. */
  abstract reached(signIn: SignIn, limit: number): Promise<Reached[]>;

  /** How many have asked for the same address since, up to and with this one. */
  abstract askedSince(signIn: SignIn, since: Date): Promise<number>;

  /** Codes of a sign-in, in place of those that it had. */
  abstract giveOut(signIn: SignIn, codes: readonly SignInCode[]): Promise<void>;

  /** Codes that begin alike. What `by` leaves of them is kept, whatever it answers. */
  abstract tryCodes<T>(selector: string, by: (codes: readonly SignInCode[]) => Sync<T>): Promise<T>;

  /** The address that a code was mailed to, as it is compared; null once it is forgotten. */
  abstract addressOf(codeId: string): Promise<string | null>;

  /** Forgets those who had asked before; answers how many. */
  abstract forgetBefore(time: Date): Promise<number>;
}
