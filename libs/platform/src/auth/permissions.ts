/** Roles of a user in an organization. */
export const ROLES = ['owner', 'admin', 'member', 'finance'] as const;
export type Role = (typeof ROLES)[number];

/** The resource of a permission, as in the error message "You don't have permission to manage products". */
export type PermissionArea =
  | 'the organization'
  | 'organization access tokens'
  | 'webhooks'
  | 'the audit log'
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
  products: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  'custom fields': { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  files: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  customers: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
  sales: { see: EVERYONE, manage: EVERYONE },
  events: { see: EVERYONE, manage: ['owner', 'admin', 'member'] },
};

/** The verb for write access in error messages. */
export const verbFor = (area: PermissionArea): string => (area === 'events' ? 'ingest' : 'manage');

export const maySee = (role: Role, area: PermissionArea): boolean => PERMISSIONS[area].see.includes(role);
export const mayManage = (role: Role, area: PermissionArea): boolean => PERMISSIONS[area].manage.includes(role);
