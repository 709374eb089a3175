import { DomainEvent, NO_ORGANIZATION } from '#kernel';

/** What a user allowed which application. */
export type AllowedApplication = {
  readonly client_id: string;
  /** What the application calls itself. */
  readonly client_name: string;
  readonly scopes: readonly string[];
  /** Null for all organizations of the user. */
  readonly organization_ids: readonly string[] | null;
  readonly expires_at: string;
  readonly user_id: string;
  /** The address from which they did it. */
  readonly address: string;
};

/** A user allowed an application to act for them. */
export class ApplicationAllowed extends DomainEvent<'application.allowed', AllowedApplication> {
  readonly name = 'application.allowed';

  constructor(grantId: string, at: Date, allowed: AllowedApplication) {
    super(NO_ORGANIZATION, grantId, at, allowed);
  }
}
