/** Where the pages for customers are, without a closing slash; as a port. Links to people begin with it. */
export abstract class PortalAddress {
  abstract readonly portalUrl: string;
}
