import { EVENTS, type Operation } from './operations.ts';

interface Group {
  readonly title: string;
  readonly areas: { readonly [area: string]: string };
}

/** The sidebar: areas of the API by what somebody wants to do. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Licensing',
    areas: {
      license_keys: 'License keys',
      'customer_portal.license_keys': 'License keys in applications',
      license_key_pools: 'License key pools',
      'bulk.license_keys': 'Many license keys at once',
      license_key_batches: 'Batches of unclaimed license keys',
      sign_in_clients: 'Applications for signing in',
      'customer_portal.device_sign_ins': 'Signing in in applications',
      benefits: 'Benefits',
      benefit_grants: 'Benefit grants',
    },
  },
  {
    title: 'Customers',
    areas: {
      customers: 'Customers',
      members: 'Members',
      customer_sessions: 'Customer sessions',
      mails: 'Mails to customers',
      notes: 'Notes',
    },
  },
  {
    title: 'Sales',
    areas: {
      products: 'Products',
      orders: 'Orders',
      subscriptions: 'Subscriptions',
      refunds: 'Refunds',
      disputes: 'Disputes',
      custom_fields: 'Custom fields',
      files: 'Files',
      releases: 'Releases',
      artifacts: 'Artifacts of releases',
      download_tokens: 'Download tokens',
      connectors: 'Connectors',
    },
  },
  {
    title: 'Usage',
    areas: {
      meters: 'Meters',
      customer_meters: 'Customer meters',
      events: 'Usage events',
      event_types: 'Event types',
      metrics: 'Metrics',
    },
  },
  { title: 'Seats', areas: { customer_seats: 'Seats' } },
  { title: 'Webhooks', areas: { webhooks: 'Endpoints and deliveries', [EVENTS]: 'Webhook events' } },
  {
    title: 'Customer portal',
    areas: {
      'customer_portal.customer_session': 'Portal: sign-in',
      'customer_portal.customers': 'Portal: customer',
      'customer_portal.members': 'Portal: members',
      'customer_portal.benefit_grants': 'Portal: benefit grants',
      'customer_portal.downloadables': 'Portal: downloads',
      'customer_portal.orders': 'Portal: orders',
      'customer_portal.subscriptions': 'Portal: subscriptions',
      'customer_portal.seats': 'Portal: seats',
      'customer_portal.meters': 'Portal: meters',
      'customer_portal.wallets': 'Portal: wallets',
      'customer_portal.organizations': 'Portal: seller',
    },
  },
  {
    title: 'Administration',
    areas: {
      organizations: 'Organizations',
      users: 'Users',
      organization_access_tokens: 'Organization access tokens',
      personal_access_tokens: 'Personal access tokens',
      oauth2: 'OAuth and OpenID Connect',
      saved_views: 'Saved views',
      audit_log: 'Audit log',
      search: 'Search',
      failed_events: 'Failed events',
      health: 'Health checks',
    },
  },
];

const TITLES: ReadonlyMap<string, string> = new Map(GROUPS.flatMap(({ areas }) => Object.entries(areas)));

export function areaTitle(area: string): string {
  const title = TITLES.get(area);
  if (title === undefined) throw new Error(`Give the area ${area} of the API a place in apps/openapi/reference/areas.ts`);
  return title;
}

/** The operations of each area that has some, in the order of the sidebar. */
export function byArea(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const found = Map.groupBy(operations, ({ area }) => area);
  for (const area of found.keys()) areaTitle(area);
  return new Map([...TITLES.keys()].flatMap((area) => (found.has(area) ? [[area, found.get(area)!]] : [])));
}
