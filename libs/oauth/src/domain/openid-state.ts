/** What the OpenID provider keeps about a session, a code, a token and so on. */
export type StatePayload = Readonly<Record<string, unknown>>;

/** A kind of state, in the words of the provider: `Session`, `AuthorizationCode`, `RefreshToken` …; or `Confirmation`. */
export type StateModel = string;

export interface StateEntry {
  readonly model: StateModel;
  /** Secret: whoever knows it has the code, token or session. Only its digest is stored. */
  readonly id: string;
  /** Contains the id as `jti`. */
  readonly payload: StatePayload;
  readonly expiresAt: Date;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A second secret by which it is found: that of a session, or the code that a user types. Also stored as a digest. */
export const lookupOf = (model: StateModel, { uid, userCode }: StatePayload): string | null =>
  textOf(model === 'Session' ? uid : userCode);

/** The grant to which it belongs, or which it is. */
export const grantOf = (model: StateModel, { jti, grantId }: StatePayload): string | null =>
  textOf(model === 'Grant' ? jti : grantId);

/** A payload as it was saved, and when it was used up. */
export interface StoredState {
  readonly payload: StatePayload;
  readonly consumedAt: Date | null;
}

/** The state of the OpenID provider, except access tokens and clients, and confirmations. Payloads are encrypted. */
export abstract class OpenIdState {
  abstract save(entry: StateEntry): Promise<void>;
  abstract find(model: StateModel, id: string): Promise<StoredState | undefined>;
  abstract findByLookup(model: StateModel, lookup: string): Promise<StoredState | undefined>;
  /** Marks what works once as used. False if it is already: of several requests at the same time, one succeeds. */
  abstract consume(model: StateModel, id: string): Promise<boolean>;
  abstract delete(model: StateModel, id: string): Promise<void>;
  abstract deleteOfGrant(model: StateModel, grantId: string): Promise<void>;
  /** Deletes some of what has expired; returns their number. */
  abstract deleteExpired(): Promise<number>;
  /** Encrypts again what was encrypted with older secret keys. Returns the number of rows. */
  abstract reencrypt(): Promise<number>;
}
