/** A token, and the keyed digest that is stored instead of it. */
export interface TokenWithDigest {
  readonly token: string;
  readonly digest: Buffer;
}

/** Creates the tokens of sessions, and of attempts that wait for a second factor. Adapters decide on formats and digest keys. */
export abstract class UserSessionTokens {
  abstract makeForSession(): TokenWithDigest;
  abstract makeForSecondFactor(): TokenWithDigest;
  /** For a state, and for what only the browser knows. */
  abstract makeForSingleSignOn(): TokenWithDigest;

  /** The digests of a token of a session under all current digest keys. */
  abstract digestsOfSession(token: string): readonly Buffer[];
  abstract digestsOfSecondFactor(token: string): readonly Buffer[];
  abstract digestsOfSingleSignOn(token: string): readonly Buffer[];
}
