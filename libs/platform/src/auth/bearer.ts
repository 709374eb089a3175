import type { SellerPrincipal } from './caller.ts';
import type { PortalPrincipal } from './portal-caller.ts';

/** Whoever bears a token that is worth something: someone of the seller's, or one of its customers. */
export type Principal = SellerPrincipal | PortalPrincipal;
