import type { Sync } from '#kernel';
import type { SignInCode } from './sign-in-code.ts';
import type { SignInRequest, SignInRequestState } from './sign-in-request.ts';

/** The repository of requests to sign in and their codes. */
export abstract class SignInRequests {
  abstract add(request: SignInRequest): Promise<void>;

  /** Returns null if the request was deleted. */
  abstract find(id: string): Promise<Readonly<SignInRequestState> | null>;

  /** Number of requests for the same address since then, including this one. Those from known devices are counted apart. */
  abstract countSince(request: Readonly<SignInRequestState>, since: Date): Promise<number>;

  /** Stores the code of a request, in place of an earlier one. */
  abstract replaceCode(code: SignInCode): Promise<void>;

  /** Calls `by` with the codes with this selector, and stores their changes whatever it returns. */
  abstract tryCodes<T>(selector: string, by: (codes: readonly SignInCode[]) => Sync<T>): Promise<T>;

  /** Deletes requests made before then, with their codes. Returns their number. */
  abstract deleteBefore(time: Date): Promise<number>;
}
