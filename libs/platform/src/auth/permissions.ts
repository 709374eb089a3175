/** Roles of a user in an organization. */
export const ROLES = ['owner', 'admin', 'member', 'finance', 'support'] as const;
export type Role = (typeof ROLES)[number];

const EVERYONE: readonly Role[] = ROLES;
const STAFF: readonly Role[] = ['owner', 'admin', 'member'];
const LEADERS: readonly Role[] = ['owner', 'admin'];
/** The roles that see money. */
const SALES: readonly Role[] = ['owner', 'admin', 'member', 'finance'];
/** The roles that change what customers have. */
const DESK: readonly Role[] = ['owner', 'admin', 'member', 'support'];

/**
 * The roles that have a permission: the table of the reference, `organization:read`, which the reference gives every member, and the
 * permissions that `support` made necessary: it changes license keys and no products, sees seats and usage and no amounts, and does nothing
 * that cannot be taken back.
 */
const PERMISSIONS = {
  'organization:read': EVERYONE,
  'organization:manage': LEADERS,
  'members:read': STAFF,
  'members:manage': LEADERS,
  'products:read': EVERYONE,
  'products:manage': STAFF,
  'license_keys:manage': DESK,
  'custom_fields:read': EVERYONE,
  'custom_fields:manage': STAFF,
  'customers:read': EVERYONE,
  'customers:manage': DESK,
  'customers:delete': STAFF,
  'customers:act_for': STAFF,
  'sales:read': SALES,
  'sales:manage': SALES,
  'seats:read': EVERYONE,
  'seats:manage': EVERYONE,
  'analytics:read': SALES,
  'analytics:manage': STAFF,
  'events:read': EVERYONE,
  'events:ingest': STAFF,
  // The area of payouts and the like, which this service does not have.
  'finance:read': ['owner', 'admin', 'finance'],
  'finance:manage': LEADERS,
} as const satisfies Record<string, readonly Role[]>;
type Permission = keyof typeof PERMISSIONS;

/** What is seen and managed with permissions, as in the error message "You don't have permission to manage products". */
const AREAS = {
  'the organization': { see: 'organization:read', manage: 'organization:manage' },
  // Everybody keeps their own.
  'saved views': { see: 'organization:read', manage: 'organization:read' },
  // What somebody else has shared.
  'shared views': { see: 'organization:read', manage: 'organization:manage' },
  members: { see: 'members:read', manage: 'members:manage' },
  'organization access tokens': { see: 'organization:manage', manage: 'organization:manage' },
  webhooks: { see: 'organization:manage', manage: 'organization:manage' },
  'the audit log': { see: 'organization:manage', manage: null },
  'failed events': { see: 'organization:manage', manage: 'organization:manage' },
  products: { see: 'products:read', manage: 'products:manage' },
  'license keys': { see: 'products:read', manage: 'license_keys:manage' },
  'custom fields': { see: 'custom_fields:read', manage: 'custom_fields:manage' },
  // Files belong to products and benefits.
  files: { see: 'products:read', manage: 'products:manage' },
  customers: { see: 'customers:read', manage: 'customers:manage' },
  'deletion of customers': { see: 'customers:read', manage: 'customers:delete' },
  // What somebody else wrote.
  'deletion of notes': { see: 'customers:read', manage: 'customers:delete' },
  'acting for customers': { see: 'customers:read', manage: 'customers:act_for' },
  sales: { see: 'sales:read', manage: 'sales:manage' },
  seats: { see: 'seats:read', manage: 'seats:manage' },
  analytics: { see: 'analytics:read', manage: 'analytics:manage' },
  events: { see: 'events:read', manage: 'events:ingest' },
} as const satisfies Record<string, { readonly see: Permission; readonly manage: Permission | null }>;
export type PermissionArea = keyof typeof AREAS;

/** What an operation with a scope is about, by the first part of the scope. */
const AREA_OF: { readonly [resource: string]: PermissionArea } = {
  organizations: 'the organization',
  saved_views: 'saved views',
  products: 'products',
  benefits: 'products',
  license_keys: 'license keys',
  meters: 'products',
  customer_meters: 'products',
  custom_fields: 'custom fields',
  files: 'files',
  releases: 'products',
  customers: 'customers',
  members: 'customers',
  customer_sessions: 'customers',
  notes: 'customers',
  customer_seats: 'seats',
  subscriptions: 'sales',
  orders: 'sales',
  refunds: 'sales',
  disputes: 'sales',
  metrics: 'analytics',
  events: 'events',
  webhooks: 'webhooks',
  audit_log: 'the audit log',
  failed_events: 'failed events',
  organization_members: 'members',
  organization_access_tokens: 'organization access tokens',
};

/** What a role lets a user do in an organization, of these scopes. Those about the user's own things belong to no role. */
export const scopesOfRole = <S extends string>(role: Role, scopes: readonly S[]): S[] =>
  scopes.filter((scope) => {
    const [resource, access] = scope.split(':') as [string, string];
    const area = AREA_OF[resource];
    if (area === undefined) return false;
    return access === 'read' ? maySee(role, area) : mayManage(role, area);
  });

/** Whether a scope is about the user's own things, and not about those of an organization. */
export const isOfUser = (scope: string): boolean => AREA_OF[scope.split(':')[0]!] === undefined;

/** What is denied, where it is not to manage the area of that name. The reference calls license keys products, and seats sales. */
const DENIED: { readonly [area in PermissionArea]?: readonly [verb: string, what: string] } = {
  events: ['ingest', 'events'],
  'license keys': ['manage', 'products'],
  seats: ['manage', 'sales'],
  'deletion of customers': ['delete', 'customers'],
  'deletion of notes': ['delete', 'notes'],
  'acting for customers': ['act for', 'customers'],
};

/** What the reference has one permission for, which some role has only in part. */
const PART_OF: { readonly [area in PermissionArea]?: PermissionArea } = {
  'deletion of customers': 'customers',
  'deletion of notes': 'customers',
  'acting for customers': 'customers',
};

/** What is denied to users with these roles, in error messages: the verb for write access, and what it is about. */
export function deniedIn(area: PermissionArea, roles: readonly Role[]): readonly [verb: string, what: string] {
  const whole = PART_OF[area];
  const told = whole !== undefined && !roles.some((role) => mayManage(role, whole)) ? whole : area;
  return DENIED[told] ?? ['manage', told];
}

const has = (role: Role, permission: Permission): boolean => (PERMISSIONS[permission] as readonly Role[]).includes(role);

export const maySee = (role: Role, area: PermissionArea): boolean => has(role, AREAS[area].see);

export function mayManage(role: Role, area: PermissionArea): boolean {
  const { manage } = AREAS[area];
  return manage !== null && has(role, manage);
}
