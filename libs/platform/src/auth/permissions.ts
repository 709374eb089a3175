/** Roles of a user in an organization. */
export const ROLES = ['owner', 'admin', 'member', 'finance'] as const;
export type Role = (typeof ROLES)[number];

/** The resource of a permission, as in the error message "You don't have permission to manage products". */
export type PermissionArea =
  | 'the organization'
  | 'organization access tokens'
  | 'webhooks'
  | 'the audit log'
  | 'failed events'
  | 'products'
  | 'custom fields'
  | 'files'
  | 'customers'
  | 'sales'
  | 'events';

const EVERYONE: readonly Role[] = ROLES;
const LEADERS: readonly Role[] = ['owner', 'admin'];

const PERMISSIONS: Record<PermissionArea, { readonly see: readonly Role[]; readonly manage: readonly Role[] }> = {
  'the organization': { see: EVERYONE, manage: LEADERS },
  'organization access tokens': { see: LEADERS, manage: LEADERS },
  webhooks: { see: LEADERS, manage: LEADERS },
  'the audit log': { see: LEADERS, manage: [] },
  'failed events': { see: LEADERS, manage: LEADERS },
  products: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  'custom fields': { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  files: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  customers: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  sales: { see: EVERYONE, manage: EVERYONE },
  events: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
};

/** The resource of the permission that an operation with a scope also requires, by the first part of the scope. */
const AREAS: { readonly [resource: string]: PermissionArea } = {
  organizations: 'the organization',
  products: 'products',
  benefits: 'products',
  license_keys: 'products',
  meters: 'products',
  customer_meters: 'products',
  custom_fields: 'custom fields',
  files: 'files',
  customers: 'customers',
  members: 'customers',
  customer_sessions: 'customers',
  customer_seats: 'sales',
  subscriptions: 'sales',
  orders: 'sales',
  refunds: 'sales',
  disputes: 'sales',
  metrics: 'sales',
  events: 'events',
  webhooks: 'webhooks',
  audit_log: 'the audit log',
  failed_events: 'failed events',
  organization_access_tokens: 'organization access tokens',
};

/** What a role lets a user do in an organization, of these scopes. Those about the user's own things belong to no role. */
export const scopesOfRole = <S extends string>(role: Role, scopes: readonly S[]): S[] =>
  scopes.filter((scope) => {
    const [resource, access] = scope.split(':') as [string, string];
    const area = AREAS[resource];
    if (area === undefined) return false;
    return access === 'read' ? maySee(role, area) : mayManage(role, area);
  });

/** Whether a scope is about the user's own things, and not about those of an organization. */
export const isOfUser = (scope: string): boolean => AREAS[scope.split(':')[0]!] === undefined;

/** The verb for write access in error messages. */
export const verbFor = (area: PermissionArea): string => (area === 'events' ? 'ingest' : 'manage');

export const maySee = (role: Role, area: PermissionArea): boolean => PERMISSIONS[area].see.includes(role);
export const mayManage = (role: Role, area: PermissionArea): boolean => PERMISSIONS[area].manage.includes(role);
