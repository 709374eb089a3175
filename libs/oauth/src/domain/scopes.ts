/** Scopes about the user (OpenID Connect Core 5.4). */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email'] as const;

/** What a user is asked to allow, in plain words. */
export const SCOPE_WORDS: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  profile: 'See your name',
  email: 'See your e-mail address',
  'user:read': 'See your account and its roles',
  'organizations:read': 'See organizations and their settings',
  'organizations:write': 'Create organizations and change their settings',
  'products:read': 'See products',
  'products:write': 'Create and change products',
  'benefits:read': 'See benefits',
  'benefits:write': 'Create and change benefits',
  'custom_fields:read': 'See custom fields',
  'custom_fields:write': 'Create and change custom fields',
  'files:read': 'See files',
  'files:write': 'Upload and delete files',
  'releases:read': 'See releases',
  'releases:write': 'Create, publish and yank releases',
  'customers:read': 'See customers',
  'customers:write': 'Create, change and delete customers',
  'members:read': 'See members of customers',
  'members:write': 'Add, change and remove members of customers',
  'customer_sessions:write': 'Open the portal for customers',
  'notes:read': 'See notes about customers, license keys and orders',
  'notes:write': 'Write, change and delete notes about customers, license keys and orders',
  'subscriptions:read': 'See subscriptions',
  'subscriptions:write': 'Create, change and cancel subscriptions',
  'orders:read': 'See orders',
  'orders:write': 'Create and change orders',
  'refunds:read': 'See refunds',
  'refunds:write': 'Record refunds',
  'disputes:read': 'See disputes',
  'disputes:write': 'Record disputes',
  'customer_seats:read': 'See seats',
  'customer_seats:write': 'Assign and revoke seats',
  'license_keys:read': 'See license keys',
  'license_keys:write': 'Issue, change and revoke license keys',
  'meters:read': 'See meters',
  'meters:write': 'Create and change meters',
  'events:read': 'See usage events',
  'events:write': 'Report usage events',
  'customer_meters:read': 'See what customers have used',
  'metrics:read': 'See metrics and dashboards',
  'metrics:write': 'Create and change dashboards',
  'audit_log:read': 'Read the audit log',
  'webhooks:read': 'See webhook endpoints, and everything that they are told, with customers and amounts',
  'webhooks:write': 'Create and change webhook endpoints, which are told everything that happens, with customers and amounts',
  'failed_events:read': 'See failed events',
  'failed_events:write': 'Retry failed events',
};

/** Scopes that applications may ask for. Tokens are not managed with tokens of applications. */
export const OFFERED_SCOPES: readonly string[] = Object.keys(SCOPE_WORDS);

export const isWriteScope = (scope: string): boolean => scope.endsWith(':write');

export const isIdentityScope = (scope: string): boolean => (IDENTITY_SCOPES as readonly string[]).includes(scope);
