/** A token as its bearer gets it, and what is remembered of it. */
export interface SessionToken {
  readonly token: string;
  readonly digest: Buffer;
}

/** Makes tokens. Their format, and the keys of their digests, are technology. */
export abstract class SessionTokens {
  abstract make(kind: 'customer' | 'member'): SessionToken;
}
