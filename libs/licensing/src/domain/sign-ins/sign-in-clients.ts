import type { SignInClient, SignInClientState } from './sign-in-client.ts';

/** Selects a client by id within the given organizations. */
export interface WhichSignInClient {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of applications in which customers may sign in. */
export abstract class SignInClients {
  abstract add(client: SignInClient): Promise<void>;

  /** Undefined if there is none. */
  abstract find(which: WhichSignInClient): Promise<Readonly<SignInClientState> | undefined>;

  /** Deletes a client and its sign-ins if `check` does not throw. Throws `ResourceNotFound`. */
  abstract remove(which: WhichSignInClient, check: (client: SignInClient) => void): Promise<void>;
}
