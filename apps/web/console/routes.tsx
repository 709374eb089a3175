import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { accountRoutes } from './account/routes.ts';
import { addOnRoutes } from './add-ons/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { benefitRoutes } from './benefits/routes.ts';
import { chartRoutes } from './charts/routes.ts';
import { connectorRoutes } from './connectors/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { failedEventRoutes } from './failed-events/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { meterRoutes } from './meters/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { productRoutes } from './products/routes.ts';
import { releaseRoutes } from './releases/routes.ts';
import { saleRoutes } from './sales/routes.ts';
import { seatRoutes } from './seats/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { undeliveredRoutes } from './undelivered/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { PageFailure } from '../ui/page-states.tsx';
import { organizationRoute, rootRoute } from './organization-route.ts';
import { readOverviewSearch } from './overview/period.ts';
import { readSignInSearch } from './pages/sign-in-search.ts';
import { singleSignOnRoute } from './single-sign-on/routes.ts';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home.tsx'), 'HomePage'),
});
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignInPage'),
});
const overview = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(() => import('./overview/overview.tsx'), 'OverviewPage'),
});

const routeTree = rootRoute.addChildren([
  home,
  signIn,
  singleSignOnRoute,
  organizationRoute.addChildren([
    overview,
    ...chartRoutes,
    ...keyRoutes,
    ...seatRoutes,
    ...productRoutes,
    ...benefitRoutes,
    ...addOnRoutes,
    ...releaseRoutes,
    ...customerRoutes,
    ...subscriptionRoutes,
    ...orderRoutes,
    ...saleRoutes,
    ...meterRoutes,
    ...eventRoutes,
    ...tokenRoutes,
    ...webhookRoutes,
    ...connectorRoutes,
    ...disputeRoutes,
    ...undeliveredRoutes,
    ...failedEventRoutes,
    ...auditLogRoutes,
    ...settingsRoutes,
    ...accountRoutes,
  ]),
]);

export const createConsoleRouter = () =>
  createRouter({ routeTree, basepath: '/console', defaultPreload: 'intent', defaultErrorComponent: PageFailure });
export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}

/** After a session has ended: nothing of it stays, but the page that was open is shown again after signing in. */
export function leaveSession(router: ConsoleRouter, queries: QueryClient): void {
  const { pathname, href } = router.state.location;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: pathname === '/' ? {} : { to: href } });
  queries.clear();
}
