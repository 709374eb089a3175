import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Role, ROLES } from '#platform/auth';

const EVERYONE: readonly Role[] = ['owner', 'admin', 'member', 'finance'];
const STAFF: readonly Role[] = ['owner', 'admin', 'member'];
const LEADERS: readonly Role[] = ['owner', 'admin'];
/** What the role has that the reference does not know: everything but money and settings is read; keys, devices and customers are changed. */
const SUPPORT: ReadonlySet<string> = new Set([
  'membership',
  'products:read',
  'license_keys:manage',
  'custom_fields:read',
  'customers:read',
  'customers:manage',
  'seats:read',
  'seats:manage',
  'events:read',
]);

type Permissions = { readonly [permission: string]: readonly Role[] };

/** The table of the specification: which roles have a permission. `readSpecification` reads the original where it is. */
export const REFERENCE = {
  'organization:manage': LEADERS,
  'members:read': STAFF,
  'members:manage': LEADERS,
  'products:read': EVERYONE,
  'products:manage': STAFF,
  'custom_fields:read': EVERYONE,
  'custom_fields:manage': STAFF,
  'customers:read': EVERYONE,
  'customers:manage': STAFF,
  'sales:read': EVERYONE,
  'sales:manage': EVERYONE,
  'analytics:read': EVERYONE,
  'analytics:manage': STAFF,
  'events:ingest': STAFF,
  'finance:read': ['owner', 'admin', 'finance'],
  'finance:manage': LEADERS,
} as const satisfies Permissions;

/** What the specification decides without its table, and what decides about operations that the reference does not have. */
const OWN = {
  /** "Reading needs no role permission", and license keys are validated and activated with "plain membership". */
  membership: EVERYONE,
  /** Nobody changes the audit log. */
  nobody: [],
  /** Only an owner makes somebody else the owner. */
  ownership: ['owner'],
  'license_keys:manage': STAFF,
  /** The reference gives both to who manages customers. The role `support` does, and does nothing that cannot be taken back. */
  'customers:delete': STAFF,
  'customers:act_for': STAFF,
  'seats:read': EVERYONE,
  'seats:manage': EVERYONE,
  'events:read': EVERYONE,
} as const satisfies Permissions;

export type Permission = keyof typeof REFERENCE | keyof typeof OWN;

export const rolesWith = (permission: Permission): readonly Role[] => [
  ...{ ...REFERENCE, ...OWN }[permission],
  ...(SUPPORT.has(permission) ? (['support'] as const) : []),
];

interface Resource {
  readonly read: Permission;
  readonly write: Permission;
  /** What a role without the permission to write is told. */
  readonly denial: string;
  /** What the reference has one permission for. A role that does not have it is told so, as in the reference. */
  readonly partOf?: Resource;
}

const ofPermission = <P extends string>(name: P) => ({ read: `${name}:read`, write: `${name}:manage` }) as const;
const PRODUCTS = { ...ofPermission('products'), denial: 'manage products' } as const;
const CUSTOMERS = { ...ofPermission('customers'), denial: 'manage customers' } as const;
const SALES = { ...ofPermission('sales'), denial: 'manage sales' } as const;
const LED = { read: 'organization:manage', write: 'organization:manage' } as const;

/** The permissions that an operation needs, by the first part of its scope. Scopes that are not here are about the user alone. */
const RESOURCES = {
  organizations: { read: 'membership', write: 'organization:manage', denial: 'manage the organization' },
  saved_views: { read: 'membership', write: 'membership', denial: 'manage saved views' },
  /** What somebody else has shared. */
  'shared views': { read: 'membership', write: 'organization:manage', denial: 'manage shared views' },
  organization_access_tokens: { ...LED, denial: 'manage organization access tokens' },
  webhooks: { ...LED, denial: 'manage webhooks' },
  failed_events: { ...LED, denial: 'manage failed events' },
  audit_log: { read: 'organization:manage', write: 'nobody', denial: 'manage the audit log' },
  products: PRODUCTS,
  benefits: PRODUCTS,
  license_keys: { ...PRODUCTS, write: 'license_keys:manage' },
  meters: PRODUCTS,
  customer_meters: { ...PRODUCTS, read: 'membership' },
  files: { ...PRODUCTS, denial: 'manage files' },
  releases: PRODUCTS,
  custom_fields: { ...ofPermission('custom_fields'), denial: 'manage custom fields' },
  customers: CUSTOMERS,
  'deletion of customers': { ...CUSTOMERS, write: 'customers:delete', partOf: CUSTOMERS, denial: 'delete customers' },
  'deletion of notes': { ...CUSTOMERS, write: 'customers:delete', partOf: CUSTOMERS, denial: 'delete notes' },
  'acting for customers': { ...CUSTOMERS, write: 'customers:act_for', partOf: CUSTOMERS, denial: 'act for customers' },
  members: CUSTOMERS,
  customer_sessions: CUSTOMERS,
  notes: CUSTOMERS,
  customer_seats: { ...SALES, read: 'seats:read', write: 'seats:manage' },
  subscriptions: SALES,
  orders: SALES,
  refunds: SALES,
  disputes: SALES,
  metrics: { ...ofPermission('analytics'), denial: 'manage analytics' },
  events: { read: 'events:read', write: 'events:ingest', denial: 'ingest events' },
  /** What gives people access, of which the operation says whether it is about members or about the organization. */
  organization_members: { ...LED, denial: 'manage the organization' },
  /** The users of an organization, for whom the scope of reading is that of organizations. */
  'members of the organization': { ...ofPermission('members'), denial: 'manage members' },
  'the ownership of the organization': { read: 'members:read', write: 'ownership', denial: 'manage members' },
} as const satisfies { readonly [resource: string]: Resource };

/** What an operation is about, if its scope does not say so; `membership` if any member may, `the user` if the role does not matter. */
export type About =
  | 'members of the organization'
  | 'the ownership of the organization'
  | 'products'
  | 'license_keys'
  | 'deletion of customers'
  | 'deletion of notes'
  | 'shared views'
  | 'acting for customers'
  | 'membership'
  | 'the user';

export interface Need {
  readonly see: Permission;
  /** Undefined for an operation that only reads. */
  readonly manage?: Permission;
  /** What a role that may not is told. */
  denialOf(role: Role): string | undefined;
}

/** What an operation with this method and these scopes needs; undefined if the role does not matter. */
export function needOf(method: string, scopes: readonly string[], about?: About): Need | undefined {
  if (about === 'membership') return { see: 'membership', denialOf: () => undefined };
  const name = about ?? scopes[0]!.split(':')[0]!;
  const resource = (RESOURCES as { readonly [name: string]: Resource | undefined })[name];
  if (!resource) return undefined;
  const { read, write, partOf } = resource;
  const denialOf = (role: Role) => (partOf && !rolesWith(partOf.write).includes(role) ? partOf : resource).denial;
  return method === 'GET' ? { see: read, denialOf: () => undefined } : { see: read, manage: write, denialOf };
}

/** The roles that may, the least of them first: roles are in the order of what they may do. */
export const rolesThatMay = ({ manage, see }: Need): readonly Role[] =>
  ROLES.filter((role) => rolesWith(manage ?? see).includes(role)).toReversed();

const CATALOG = join(import.meta.dirname, '../../../shared/spec/behaviour-catalog.md');

/** The table as the specification has it now; undefined where there is no copy of the specification beside this folder. */
export const readSpecification = (): Permissions | undefined =>
  existsSync(CATALOG) ? permissionsIn(readFileSync(CATALOG, 'utf8')) : undefined;

/** The table in the text of the specification. */
export function permissionsIn(text: string): Permissions {
  const [, section = ''] = text.split('### 1.4 ');
  const rows = section
    .split('\n### ')[0]!
    .matchAll(/^\| ([a-z_]+:[a-z]+(?:, [a-z_]+:[a-z]+)*) \| (yes|no) \| (yes|no) \| (yes|no) \|$/gm);
  return Object.fromEntries(
    [...rows].flatMap(([, names, leaders, member, finance]) => {
      const given: { readonly [role in Role]?: string } = { owner: leaders, admin: leaders, member, finance };
      return names!.split(', ').map((name) => [name, EVERYONE.filter((role) => given[role] === 'yes')]);
    }),
  );
}
