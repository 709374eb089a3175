/** A token, and the keyed digest that is stored instead of it. */
export interface EmailChangeToken {
  readonly token: string;
  readonly digest: Buffer;
}

/** Creates the tokens in links that change an e-mail address. Adapters decide on their format and digest keys. */
export abstract class EmailChangeTokens {
  abstract make(): EmailChangeToken;

  /** Digests of a token under all current digest keys. */
  abstract digestsOf(token: string): readonly Buffer[];
}
