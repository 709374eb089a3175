import type { OpenIdConnection } from './openid-connection.ts';

/** The repository of connections: an organization has one or none. */
export abstract class OpenIdConnections {
  abstract of(organizationId: string): Promise<Readonly<OpenIdConnection> | null>;

  /** Stores what `by` returns: the connection that it got, changed, or a new one if there is none. Nobody signs in through it meanwhile. */
  abstract save(organizationId: string, by: (current: OpenIdConnection | null) => OpenIdConnection): Promise<void>;

  /** Revokes and deletes the connection, with what it knows of users. `now` is asked when nobody signs in through it any more. Throws `ResourceNotFound`. */
  abstract remove(organizationId: string, now: () => Date): Promise<void>;
}
