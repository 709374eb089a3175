/** Where the pages for customers are, without a closing slash; as a port. Links to people begin with it. */
export abstract class PortalUrl {
  abstract readonly portalUrl: string;
}
