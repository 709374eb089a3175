/** Port: which hosts the URL of an endpoint may have. Host names are resolved and checked again for each request. */
export abstract class EndpointHosts {
  /** Whether the operator allows the host, with any protocol and any address. `port` is empty for the default port. */
  abstract isAllowed(host: string, port: string): boolean;

  /** Whether the host may be on the public internet: neither a name of this machine nor the literal of another address. */
  abstract isPublic(host: string): boolean;
}
