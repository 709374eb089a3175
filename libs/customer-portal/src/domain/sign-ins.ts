import type { Sync } from '#kernel';
import type { PortalUser } from './portal-session.ts';
import type { SignIn, SignInState } from './sign-in.ts';
import type { SignInCode, SignInCodeState } from './sign-in-code.ts';

/** A customer with an e-mail address, its own or that of a member. */
export interface SignInRecipient {
  readonly customerId: string;
  readonly name: string | null;
  /** A BCP 47 tag, of the customer. */
  readonly locale: string | null;
  /** The stored form of the address. An entered form that is equal only after normalization may be a different mailbox. */
  readonly email: string;
  /** The generation of the sessions that a code may open. */
  readonly generation: number;
}

/** The repository of sign-in requests and their codes. */
export abstract class SignIns {
  abstract add(signIn: SignIn): Promise<void>;

  /** Returns null if the request was deleted. */
  abstract find(id: string): Promise<Readonly<SignInState> | null>;

  /** The customers that match a sign-in, at most `limit`. */
  abstract findRecipients(signIn: Readonly<SignInState>, limit: number): Promise<SignInRecipient[]>;

  /** Number of requests for the same address since then, including this one. Those from known devices are counted apart. */
  abstract countRequestsSince(signIn: Readonly<SignInState>, since: Date): Promise<number>;

  /** Replaces the codes of a sign-in. */
  abstract replaceCodes(signIn: Readonly<SignInState>, codes: readonly SignInCode[]): Promise<void>;

  /** Calls `by` with the codes with this selector, and stores their changes whatever it returns. */
  abstract tryCodes<T>(selector: string, by: (codes: readonly SignInCode[]) => Sync<T>): Promise<T>;

  /** The member who has the address of the code now, or the customer itself. Null if nobody has, or if their sessions were ended since it was made. */
  abstract findUser(code: Readonly<SignInCodeState>): Promise<PortalUser | null>;

  /** The normalized address of a code; null if the code was deleted. */
  abstract addressOf(codeId: string): Promise<string | null>;

  /** Deletes requests for which the customer or one of its members got codes. */
  abstract deleteOfCustomer(organizationId: string, customerId: string): Promise<void>;

  /** Deletes requests made before then. Returns their number. */
  abstract deleteBefore(time: Date): Promise<number>;
}
