/** The public base URL of the service, without a trailing slash. */
export abstract class ServiceAddress {
  abstract readonly baseUrl: string;
}

/** Where the public keys and status lists of an organization are. */
export const keySetUrl = ({ baseUrl }: ServiceAddress, organizationId: string): string =>
  `${baseUrl}/.well-known/latchkey/${organizationId}/jwks.json`;
export const statusListUrl = ({ baseUrl }: ServiceAddress, organizationId: string, list: number): string =>
  `${baseUrl}/.well-known/latchkey/${organizationId}/status-lists/${list}`;
