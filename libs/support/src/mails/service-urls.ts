/** Port for the base URL of the customer portal, without a trailing slash. Links in emails start with it. */
export abstract class PortalUrl {
  abstract readonly portalUrl: string;
}

/** Port for the public base URL of the service, without a trailing slash. Links to files, signed documents and links for sellers start with it. */
export abstract class ServiceUrl {
  abstract readonly baseUrl: string;
}
