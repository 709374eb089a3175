/** A token, and the keyed digest that is stored instead of it. */
export interface SessionToken {
  readonly token: string;
  readonly digest: Buffer;
}

/** Creates tokens. Adapters decide on their format and digest keys. */
export abstract class SessionTokens {
  abstract make(kind: 'customer' | 'member'): SessionToken;
}
