import { queryOptions } from '@tanstack/react-query';
import { answer, type Schema } from '../../api/client.ts';
import { api } from '../context.ts';
import type { NavigationName } from '../words/index.ts';

export type SavedView = Schema<'SavedView'>;
export type ViewedList = SavedView['list'];

/** The page of each list. */
export const LISTS = {
  license_keys: { to: '/$slug/keys', name: 'keys' },
  seat_pools: { to: '/$slug/seats', name: 'seats' },
  products: { to: '/$slug/products', name: 'products' },
  benefits: { to: '/$slug/benefits', name: 'benefits' },
  releases: { to: '/$slug/releases', name: 'releases' },
  customers: { to: '/$slug/customers', name: 'customers' },
  subscriptions: { to: '/$slug/subscriptions', name: 'subscriptions' },
  orders: { to: '/$slug/orders', name: 'orders' },
  disputes: { to: '/$slug/disputes', name: 'disputes' },
  undelivered_purchases: { to: '/$slug/undelivered', name: 'undelivered' },
  meters: { to: '/$slug/meters', name: 'meters' },
  events: { to: '/$slug/events', name: 'events' },
  event_names: { to: '/$slug/events/names', name: 'events' },
  webhook_endpoints: { to: '/$slug/webhooks', name: 'webhooks' },
  failed_events: { to: '/$slug/failed-events', name: 'failedEvents' },
  audit_log: { to: '/$slug/audit-log', name: 'auditLog' },
} as const satisfies Readonly<Record<ViewedList, { readonly to: string; readonly name: NavigationName }>>;

/** The views that the user has of all lists. */
export const savedViewsQuery = (id: string) =>
  queryOptions({
    queryKey: ['saved-views', id],
    queryFn: async () => (await answer(api.GET('/v1/saved-views/', { params: { query: { organization_id: [id] } } }))).items,
    staleTime: 60_000,
  });

type Filters = SavedView['filters'];

/** What the address of a list says, but for the page. */
export function filtersOf(search: object): Filters {
  const { page: _page, ...filters }: { readonly page?: unknown } = search;
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

export const areSame = (some: Filters, others: Filters): boolean => {
  const names = Object.keys(some);
  return names.length === Object.keys(others).length && names.every((name) => some[name] === others[name]);
};

/** Where a view is opened. What its list does not know, the page leaves out of its address. */
export const pageOf = ({ list, filters }: SavedView, slug: string) => ({
  to: LISTS[list].to,
  params: { slug },
  search: filters as object,
});
