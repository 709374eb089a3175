import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readBenefitsSearch, readGrantsSearch, readNewBenefitSearch } from './filters.ts';

export const benefitRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/benefits',
    validateSearch: readBenefitsSearch,
    component: lazyRouteComponent(() => import('./benefits.tsx'), 'BenefitsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/benefits/new',
    validateSearch: readNewBenefitSearch,
    component: lazyRouteComponent(() => import('./new-benefit.tsx'), 'NewBenefitPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/benefits/$id',
    validateSearch: readGrantsSearch,
    component: lazyRouteComponent(() => import('./benefit.tsx'), 'BenefitPage'),
  }),
] as const;
