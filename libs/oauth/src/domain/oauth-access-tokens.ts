import type { StatePayload } from './openid-state.ts';

export interface OAuthAccessToken {
  /** The text of the token. Only its digest is stored. */
  readonly token: string;
  readonly payload: StatePayload;
  readonly grantId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** Null for all organizations of the user. */
  readonly organizationIds: readonly string[] | null;
  readonly expiresAt: Date;
}

/** The access tokens of applications. */
export abstract class OAuthAccessTokens {
  abstract add(token: OAuthAccessToken): Promise<void>;
  abstract find(token: string): Promise<StatePayload | undefined>;
  abstract delete(token: string): Promise<void>;
  abstract deleteOfGrant(grantId: string): Promise<void>;
}
