import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readPeopleSearch } from './filters.ts';

const settings = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'SettingsPage'),
});
const profile = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./profile.tsx'), 'ProfilePage'),
});
const portal = createRoute({
  getParentRoute: () => settings,
  path: '/portal',
  component: lazyRouteComponent(() => import('./portal.tsx'), 'PortalPage'),
});
const branding = createRoute({
  getParentRoute: () => settings,
  path: '/branding',
  component: lazyRouteComponent(() => import('./branding.tsx'), 'BrandingPage'),
});
const alerts = createRoute({
  getParentRoute: () => settings,
  path: '/alerts',
  component: lazyRouteComponent(() => import('./alerts.tsx'), 'AlertsPage'),
});
const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  validateSearch: readPeopleSearch,
  component: lazyRouteComponent(() => import('./people.tsx'), 'PeoplePage'),
});
const singleSignOn = createRoute({
  getParentRoute: () => settings,
  path: '/single-sign-on',
  component: lazyRouteComponent(() => import('./single-sign-on.tsx'), 'SingleSignOnSettingsPage'),
});

const sandboxes = createRoute({
  getParentRoute: () => settings,
  path: '/sandboxes',
  component: lazyRouteComponent(() => import('../sandboxes/sandboxes.tsx'), 'SandboxesPage'),
});

const applications = createRoute({
  getParentRoute: () => settings,
  path: '/applications',
  component: lazyRouteComponent(() => import('../sign-in-clients/sign-in-clients.tsx'), 'SignInClientsPage'),
});

export const settingsRoutes = [
  settings.addChildren([profile, portal, branding, alerts, people, singleSignOn, applications, sandboxes]),
] as const;
