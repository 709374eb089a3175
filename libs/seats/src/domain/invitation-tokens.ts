/** A token as the invited gets it, and what is remembered of it. */
export interface InvitationToken {
  readonly token: string;
  readonly digest: Buffer;
}

/** Makes the tokens of invitations. Their format, and the keys of their digests, are technology. */
export abstract class InvitationTokens {
  abstract make(): InvitationToken;

  /** Every digest that a token may be remembered by; any string has some. */
  abstract digests(token: string): readonly Buffer[];
}
