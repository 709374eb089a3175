/** Port for the base URL of the customer portal, without a trailing slash. Links in emails start with it. */
export abstract class PortalUrl {
  abstract readonly portalUrl: string;
}
