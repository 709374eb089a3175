import type { ServiceUrl } from '#support/mails';

/** Where the public keys and status lists of an organization are. */
export const keySetUrl = ({ baseUrl }: ServiceUrl, organizationId: string): string =>
  `${baseUrl}/.well-known/latchkey/${organizationId}/jwks.json`;
export const statusListUrl = ({ baseUrl }: ServiceUrl, organizationId: string, list: number): string =>
  `${baseUrl}/.well-known/latchkey/${organizationId}/status-lists/${list}`;
