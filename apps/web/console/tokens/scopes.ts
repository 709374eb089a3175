import type { Membership } from '../context.ts';

type Scope = Membership['scopes'][number];

/** What an access token of an organization may be used for, in groups. Tokens themselves are managed by people. */
export const SCOPE_GROUPS = {
  licensing: ['license_keys:read', 'license_keys:write', 'customer_seats:read', 'customer_seats:write'],
  customers: [
    'customers:read',
    'customers:write',
    'members:read',
    'members:write',
    'customer_sessions:write',
    'customer_meters:read',
    'notes:read',
    'notes:write',
  ],
  sales: [
    'subscriptions:read',
    'subscriptions:write',
    'orders:read',
    'orders:write',
    'refunds:read',
    'refunds:write',
    'disputes:read',
    'disputes:write',
    'metrics:read',
    'metrics:write',
  ],
  catalog: [
    'products:read',
    'products:write',
    'benefits:read',
    'benefits:write',
    'custom_fields:read',
    'custom_fields:write',
    'files:read',
    'files:write',
    'releases:read',
    'releases:write',
  ],
  usage: ['events:read', 'events:write', 'meters:read', 'meters:write'],
  operation: [
    'organizations:read',
    'organizations:write',
    'webhooks:read',
    'webhooks:write',
    'failed_events:read',
    'failed_events:write',
    'audit_log:read',
  ],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type ScopeGroup = keyof typeof SCOPE_GROUPS;
export type OfferedScope = (typeof SCOPE_GROUPS)[ScopeGroup][number];
/** What a scope is about. */
export type Resource = OfferedScope extends `${infer Name}:${string}` ? Name : never;

export const GROUPS = Object.keys(SCOPE_GROUPS) as ScopeGroup[];
export const OFFERED = Object.values<readonly OfferedScope[]>(SCOPE_GROUPS).flat();

export const resourceOf = (scope: OfferedScope): Resource => scope.split(':')[0] as Resource;
export const reads = (scope: OfferedScope): boolean => scope.endsWith(':read');

/** The resources of a group, each with the scopes about it. */
export const resourcesOf = (group: ScopeGroup): readonly (readonly [Resource, readonly OfferedScope[]])[] =>
  Object.entries(Object.groupBy<Resource, OfferedScope>(SCOPE_GROUPS[group], resourceOf)) as [Resource, OfferedScope[]][];
