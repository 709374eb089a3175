import type { OpenIdConnection } from './openid-connection.ts';

/** The repository of connections: an organization has one or none. */
export abstract class OpenIdConnections {
  abstract of(organizationId: string): Promise<Readonly<OpenIdConnection> | null>;

  /** Stores what `by` returns: the connection that it got, changed, or a new one if there is none. */
  abstract save(organizationId: string, by: (current: OpenIdConnection | null) => OpenIdConnection): Promise<void>;

  /** Deletes the connection, with what it knows of users. Throws `ResourceNotFound`. */
  abstract remove(organizationId: string): Promise<void>;
}
