import type { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PageFailure, PageNotFound } from '../ui/page-states.tsx';
import { Console } from './console.tsx';
import { readCustomersSearch, readKeysSearch } from './filters.ts';
import { Frame } from './frame.tsx';
import { HomePage } from './pages/home.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { SignInPage } from './pages/sign-in.tsx';

const root = createRootRoute({ component: Console, notFoundComponent: PageNotFound, errorComponent: PageFailure });
const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });
const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage });
const organization = createRoute({ getParentRoute: () => root, path: '/$slug', component: Frame });

const overview = createRoute({ getParentRoute: () => organization, path: '/', component: OverviewPage });
const keys = createRoute({
  getParentRoute: () => organization,
  path: '/keys',
  validateSearch: readKeysSearch,
  component: lazyRouteComponent(() => import('./pages/keys.tsx'), 'KeysPage'),
});
const key = createRoute({
  getParentRoute: () => organization,
  path: '/keys/$id',
  component: lazyRouteComponent(() => import('./pages/key.tsx'), 'KeyPage'),
});
const customers = createRoute({
  getParentRoute: () => organization,
  path: '/customers',
  validateSearch: readCustomersSearch,
  component: lazyRouteComponent(() => import('./pages/customers.tsx'), 'CustomersPage'),
});
const customer = createRoute({
  getParentRoute: () => organization,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('./pages/customer.tsx'), 'CustomerPage'),
});

const routeTree = root.addChildren([home, signIn, organization.addChildren([overview, keys, key, customers, customer])]);

export const createConsoleRouter = () => createRouter({ routeTree, basepath: '/console', defaultPreload: 'intent' });
export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}

/** After a session has ended: nothing of it stays. */
export function leaveSession(router: ConsoleRouter, queries: QueryClient): void {
  if (router.state.location.pathname !== '/sign-in') void router.navigate({ to: '/sign-in' });
  queries.clear();
}
