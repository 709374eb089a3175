import { MCP_PATH } from '../../contract/index.ts';

const normal = (address: string): string | undefined => URL.parse(address)?.href.replace(/\/$/, '');

/** The address of what a client asks a token for (RFC 8707): the API or its tools for models. Undefined for anything else. */
export const resourceOf = (indicator: string, issuer: string): string | undefined =>
  [issuer, `${issuer}${MCP_PATH}`].find((address) => normal(address) === normal(indicator));
