import type { CredentialsToEnd } from '#support/credentials';
import type { ApplicationAllowed } from './grant.events.ts';

/** What a user allowed an application. */
export interface Grant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** `organization` for an application that acts in exactly one organization. */
  readonly subType: 'user' | 'organization';
  /** The organizations that the application may act in; null for all that the user belongs to. */
  readonly organizationIds: readonly string[] | null;
  /** The organization in the session of whose provider the user allowed it; it is limited to this one, as the session is. */
  readonly providerOrganizationId: string | null;
  /** When the user signed in for the session in which they allowed it. What ends the session ends it as well. */
  readonly authorizedAt: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What users allowed applications. That it was allowed, and that it ended before its time, is in the audit log. */
export abstract class Grants {
  /** Stores the grant with the event that its user hears of, if that is how it came to be. */
  abstract add(grant: Grant, event?: ApplicationAllowed): Promise<void>;
  abstract find(id: string): Promise<Grant | undefined>;
  /** Deletes the grant with all of its tokens. */
  abstract delete(id: string): Promise<void>;
  /** Deletes the grant with all of its tokens if it is one of this user; otherwise returns false. */
  abstract deleteOfUser(id: string, userId: string): Promise<boolean>;
  /** Deletes all grants of a user, or those of a provider, with all of their tokens. */
  abstract deleteAll(which: CredentialsToEnd): Promise<void>;
}
