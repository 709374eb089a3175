import type { SellerPrincipal } from './seller-principal.ts';
import type { PortalPrincipal } from './portal-principal.ts';

/** The authenticated owner of a bearer token: a seller's user or organization, or a customer or member in the portal. */
export type Principal = SellerPrincipal | PortalPrincipal;
