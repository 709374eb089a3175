import type { EncryptedSecret, Secrets } from '#support/credentials';
import type { EndpointHeader } from '../domain/endpoint-headers.ts';

/** The headers of an endpoint as they are stored. */
export const readHeaders = (secrets: Secrets, stored: EncryptedSecret | null): EndpointHeader[] =>
  stored ? (JSON.parse(secrets.decrypt(stored)) as EndpointHeader[]) : [];

export const storedHeaders = (secrets: Secrets, headers: readonly EndpointHeader[]): EncryptedSecret | null =>
  headers.length > 0 ? secrets.encrypt(JSON.stringify(headers)) : null;
