import type { UserIdentity } from './user-identity.ts';

export interface WhichIdentity {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** The repository of who users are at the providers of organizations. */
export abstract class UserIdentities {
  /** The id of the user. */
  abstract find(which: WhichIdentity): Promise<string | null>;

  /** The ids of the users whom a connection has recognized. */
  abstract usersOf(connectionId: string): Promise<readonly string[]>;

  /** Stores it unless it is known. Returns the id of the user, which is another one if a concurrent call came first, or null if its connection is gone. */
  abstract add(identity: UserIdentity): Promise<string | null>;
}
