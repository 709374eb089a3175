/** What a user allowed an application, beside the scopes. */
export interface Grant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  /** `organization` for an application that acts in exactly one organization. */
  readonly subType: 'user' | 'organization';
  /** The organizations that the application may act in; null for all that the user belongs to. */
  readonly organizationIds: readonly string[] | null;
  readonly expiresAt: Date;
}

export abstract class Grants {
  abstract save(grant: Grant): Promise<void>;
  abstract find(id: string): Promise<Grant | undefined>;
  /** Deletes the grant with all of its tokens. */
  abstract delete(id: string): Promise<void>;
}
