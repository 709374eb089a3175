/** Port for the base URL of the customer portal, without a trailing slash. Links in e-mails begin with it. */
export abstract class PortalUrl {
  abstract readonly portalUrl: string;
}
