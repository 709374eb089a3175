/** A token, and the keyed digest that is stored instead of it. */
export interface InvitationToken {
  readonly token: string;
  readonly digest: Buffer;
}

/** Creates invitation tokens. Adapters decide on their format and digest keys. */
export abstract class InvitationTokens {
  abstract make(): InvitationToken;

  /** The digests of a token under all current digest keys. */
  abstract digests(token: string): readonly Buffer[];
}
