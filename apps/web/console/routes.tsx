import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { PageFailure, PageNotFound } from '../ui/page-states.tsx';
import { PageHead } from '../ui/surfaces.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: PageNotFound, errorComponent: PageFailure });
const overview = createRoute({ getParentRoute: () => root, path: '/', component: () => <PageHead title="Latchkey" /> });

export const createConsoleRouter = () => createRouter({ routeTree: root.addChildren([overview]), basepath: '/console' });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
