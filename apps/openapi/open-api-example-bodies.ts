const ID = '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001';
const KEY = 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA';
const LICENSE_KEYS = { prefix: 'ACME', activations: { limit: 3, enable_customer_admin: true } };
/** An organization is named where a token may be one of several. */
const ORGANIZATION = { organization_id: ID };

/**
 * Examples of bodies, by the operation, whose fields do not work together if each has the example of its own: they exclude each other,
 * need each other, or do more than a reader wants who tries them.
 */
export const EXAMPLE_BODIES: { readonly [operationId: string]: object } = {
  'organization_access_tokens.create': {
    ...ORGANIZATION,
    comment: 'Production server',
    scopes: ['license_keys:read', 'license_keys:write'],
    expires_in: 'P90D',
  },
  'saved_views.create': { ...ORGANIZATION, list: 'license_keys', name: 'Expire soon', filters: { expiry: 'week' } },
  'organizations.change_organization_member': { role: 'admin' },
  'organizations.invite_organization_member': { email: 'grace@example.com', role: 'member' },
  'benefits.create': { type: 'license_keys', description: 'License for the desktop app', properties: LICENSE_KEYS },
  'benefits.update': { type: 'license_keys', description: 'License for the desktop app', properties: LICENSE_KEYS },
  'customer_portal.benefit_grants.update': { benefit_type: 'license_keys' },
  'customers.update': { email: 'jane@example.com', name: 'Jane Doe', locale: 'en-GB' },
  'customer_sessions.create': { customer_id: ID, return_url: 'https://example.com/account' },
  'files.update': { name: 'logo-2.png' },
  'subscriptions.create': {
    external_id: 'sub_1Qx4ZkLkdIwHu7ix',
    external_source: 'stripe',
    product_id: ID,
    customer_id: ID,
    amount: 2900,
  },
  'notes.create': { customer_id: ID, text: 'Wants an invoice in September.' },
  'orders.create': {
    external_id: 'in_1Qx4ZkLkdIwHu7ix',
    external_source: 'stripe',
    product_id: ID,
    customer_id: ID,
    amount: 2900,
  },
  'bulk.license_keys.create': { action: { type: 'extend', days: 30 }, ids: [ID] },
  'bulk.license_keys.preview': { action: { type: 'extend', days: 30 }, ids: [ID] },
  'license_keys.issue': { customer_id: ID, benefit_id: ID, notes: 'Contract C-17' },
  'license_keys.update': { limit_activations: 3, limit_usage: 100, notes: 'Contract C-17' },
  'license_keys.validate': { key: KEY, ...ORGANIZATION },
  'customer_portal.license_keys.validate': { key: KEY, ...ORGANIZATION },
  'customer_portal.license_keys.lease': { key: KEY, ...ORGANIZATION, label: "Jane's laptop" },
  'customer_portal.license_keys.reserve': { key: KEY, ...ORGANIZATION, units: 10, ttl_seconds: 3600 },
  'license_keys.explain': { operation: 'validate', key: KEY, ...ORGANIZATION },
  'connectors.map_price': { external_id: 'price_1Qx4ZkLkdIwHu7ix', product_id: ID },
  'undelivered_purchases.deliver': { product_id: ID },
  // Without a secret the service makes one, which the response contains.
  'webhooks.create_endpoint': {
    url: 'https://example.com/webhooks',
    name: 'Production',
    format: 'raw',
    events: ['customer.created'],
  },
};

/** Examples of parameters that say no more about themselves than that they are texts, or of which a reader needs another value. */
export const EXAMPLE_PARAMETERS: { readonly [name: string]: unknown } = {
  query: 'jane',
  slug: 'acme',
  metadata: { plan: 'pro' },
  external_id: 'user-4711',
  external_customer_id: 'user-4711',
  member_external_id: 'member-4711',
  name: 'api.request',
  cursor: `1798761600000.${ID}`,
  timezone: 'Europe/Berlin',
  'Idempotency-Key': 'a7a5a3c4-6a4a-4a0e-9b0b-0c5f0f3d8a11',
  'License-Device': 'workstation-4711',
  'License-Installation': 'installation-1',
  'License-Device-Key': '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  'License-Nonce': 'YWJjZGVmZ2hpamtsbW5vcA',
};
