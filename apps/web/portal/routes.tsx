import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Link,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageFailure, PageNotFound } from '../ui/page-states.tsx';
import { Alone } from './alone.tsx';
import { BASE } from './context.ts';
import { takeDeviceCode } from './device-code.ts';
import { takeManageLink } from './manage-link.ts';
import { Portal } from './portal.tsx';
import { requireSession } from './session.ts';
import { SignedIn } from './signed-in.tsx';
import { useWords } from './words/index.ts';

const NotFound = (): ReactNode => {
  const words = useWords();
  return (
    <Alone>
      <PageNotFound>
        <Link to="/" className="button">
          {words.manage.all}
        </Link>
      </PageNotFound>
    </Alone>
  );
};
const Failed = ({ error }: ErrorComponentProps): ReactNode => (
  <Alone>
    <PageFailure error={error} />
  </Alone>
);

const root = createRootRoute({ component: Portal, notFoundComponent: NotFound, errorComponent: Failed });
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedIn,
  loader: requireSession,
  staleTime: Infinity,
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/keys.tsx'), 'KeysPage'),
});
/** Applications lead to these two. Whoever is not signed in has to do that first. */
const manage = createRoute({
  getParentRoute: () => signedIn,
  path: '/manage',
  beforeLoad: takeManageLink,
  component: lazyRouteComponent(() => import('./pages/manage.tsx'), 'ManagePage'),
});
const device = createRoute({
  getParentRoute: () => signedIn,
  path: '/device',
  beforeLoad: takeDeviceCode,
  component: lazyRouteComponent(() => import('./pages/device.tsx'), 'DevicePage'),
});
const purchases = createRoute({
  getParentRoute: () => signedIn,
  path: '/purchases',
  component: lazyRouteComponent(() => import('./pages/purchases.tsx'), 'PurchasesPage'),
});
const downloads = createRoute({
  getParentRoute: () => signedIn,
  path: '/downloads',
  component: lazyRouteComponent(() => import('./pages/downloads.tsx'), 'DownloadsPage'),
});
const team = createRoute({
  getParentRoute: () => signedIn,
  path: '/team',
  component: lazyRouteComponent(() => import('./pages/team.tsx'), 'TeamPage'),
});
const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage.tsx'), 'UsagePage'),
});
const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing',
  component: lazyRouteComponent(() => import('./pages/billing.tsx'), 'BillingPage'),
});
const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => import('./pages/link.tsx'), 'LinkPage'),
});
/** Links in mails lead to these two. */
const claim = createRoute({
  getParentRoute: () => root,
  path: '/seats/claim',
  component: lazyRouteComponent(() => import('./pages/claim.tsx'), 'ClaimPage'),
});
const emailUpdate = createRoute({
  getParentRoute: () => root,
  path: '/email-update',
  component: lazyRouteComponent(() => import('./pages/email-update.tsx'), 'EmailUpdatePage'),
});

const routeTree = root.addChildren([
  signedIn.addChildren([keys, manage, device, purchases, downloads, team, usage, billing]),
  link,
  claim,
  emailUpdate,
]);

export const createPortalRouter = () => createRouter({ routeTree, basepath: BASE, defaultPreload: 'intent' });
export type PortalRouter = ReturnType<typeof createPortalRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}
