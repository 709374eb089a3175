/** An application that acts for users, with the metadata of dynamic client registration (RFC 7591) in its names. */
export interface OAuthClient {
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Null for a public client, which cannot keep one. */
  readonly secret: string | null;
}

/** The registered applications. Secrets are encrypted. */
export abstract class OAuthClients {
  abstract find(id: string): Promise<OAuthClient | undefined>;
  /** Adds the client, or replaces what is known of it. */
  abstract save(client: OAuthClient): Promise<void>;
  /** Deletes it with everything that users allowed it, so its tokens are rejected. */
  abstract delete(id: string): Promise<void>;
  /** Encrypts again what was encrypted with older secret keys. Returns the number of clients. */
  abstract reencrypt(): Promise<number>;
}
