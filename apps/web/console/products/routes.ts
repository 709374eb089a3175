import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationRoute } from '../organization-route.ts';
import { readCustomFieldsSearch } from './custom-fields/filters.ts';
import { readProductsSearch } from './filters.ts';

export const productRoutes = [
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/products',
    validateSearch: readProductsSearch,
    component: lazyRouteComponent(() => import('./products.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/products/new',
    component: lazyRouteComponent(() => import('./new-product.tsx'), 'NewProductPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/products/custom-fields',
    validateSearch: readCustomFieldsSearch,
    component: lazyRouteComponent(() => import('./custom-fields/custom-fields.tsx'), 'CustomFieldsPage'),
  }),
  createRoute({
    getParentRoute: () => organizationRoute,
    path: '/products/$id',
    component: lazyRouteComponent(() => import('./product.tsx'), 'ProductPage'),
  }),
] as const;
