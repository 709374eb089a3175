import type { SellerPrincipal } from '#platform/auth';
import type { EventAccess } from '../../queries/events-about-sales.ts';

export const eventAccessOf = (caller: SellerPrincipal): EventAccess => ({
  events: caller.access('events'),
  sales: caller.access('sales'),
});
