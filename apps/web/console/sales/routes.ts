import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { type Search, textIn } from '../search-parameters.ts';

/** Who has bought, if it is known. */
interface SaleSearch {
  readonly customer?: string;
}

export const saleRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/sale',
    validateSearch: (search: Search): SaleSearch => ({ customer: textIn(search['customer']) }),
    component: lazyRouteComponent(() => import('./sale.tsx'), 'SalePage'),
  }),
] as const;
