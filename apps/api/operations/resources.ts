import type { Resource } from './operation.ts';

/**
 * The commands of the command line that work over the HTTP API, which are the tools of the MCP server as well: `<resource> <verb>`. What
 * they take and what they mean is in the OpenAPI document; `npm run api-types` brings what is needed of it into `described.ts`.
 */
export const RESOURCES: Readonly<Record<string, Resource>> = {
  keys: {
    about: 'List, issue, change and explain license keys',
    rows: {
      list: { of: 'license_keys.list', shows: 'id display_key status usage expires_at customer.email' },
      search: { of: 'license_keys.search', shows: 'id display_key status activation_count usage expires_at customer.email' },
      show: { of: 'license_keys.get' },
      issue: { of: 'license_keys.issue' },
      update: { of: 'license_keys.update' },
      extend: { of: 'license_keys.update', does: 'Change when a license key expires', takes: ['expires_at'], only: [] },
      disable: { of: 'license_keys.update', does: 'Disable a license key', sends: { status: 'disabled' }, only: [] },
      enable: { of: 'license_keys.update', does: 'Enable a license key again', sends: { status: 'granted' }, only: [] },
      revoke: { of: 'license_keys.update', does: 'Revoke a license key', sends: { status: 'revoked' }, only: [], ends: true },
      rotate: { of: 'license_keys.rotate', ends: true },
      transfer: { of: 'license_keys.transfer' },
      send: { of: 'license_keys.send' },
      devices: {
        of: 'license_keys.get',
        does: 'List the devices on which a license key is activated',
        shows: 'id label created_at last_heartbeat_at',
        list: 'activations',
      },
      'remove-device': { of: 'license_keys.remove_activation', ends: true },
      'end-held-place': { of: 'license_keys.end_held_place', ends: true },
      'allow-trial': { of: 'license_keys.forget_trial', ends: true },
      timeline: { of: 'license_keys.get_timeline', shows: 'created_at type activation.label refusal.code' },
      reservations: { of: 'license_keys.list_reservations', shows: 'id units created_at expires_at' },
      explain: { of: 'license_keys.explain', sends: { operation: 'validate' }, reads: true },
    },
  },
  pools: {
    about: 'Keep license keys that were made elsewhere',
    rows: {
      list: { of: 'license_key_pools.list', shows: 'id name available claimed waiting_grants benefit_id' },
      show: { of: 'license_key_pools.get' },
      create: { of: 'license_key_pools.create' },
      update: { of: 'license_key_pools.update' },
      delete: { of: 'license_key_pools.delete', ends: true },
      entries: { of: 'license_key_pools.list_entries', shows: 'id display_key status claimed_at license_key_id' },
    },
  },
  customers: {
    about: 'List, create and change customers',
    rows: {
      list: { of: 'customers.list', shows: 'id email name type external_id created_at' },
      show: { of: 'customers.get' },
      create: { of: 'customers.create' },
      update: { of: 'customers.update' },
      delete: { of: 'customers.delete', ends: true },
      state: { of: 'customers.get_state' },
      members: { of: 'customers.list_members', shows: 'id email name role external_id' },
      timeline: { of: 'customers.get_timeline', shows: 'created_at resource.type action actor.type' },
      merge: { of: 'customers.merge', takes: ['customer_id'], ends: true },
      'end-sessions': { of: 'customers.end_sessions', ends: true },
      aliases: { of: 'customers.list_aliases', shows: 'email merged_customer_id can_sign_in merged_at' },
      'remove-alias': { of: 'customers.remove_alias', ends: true },
    },
  },
  products: {
    about: 'List, create and change products',
    rows: {
      list: { of: 'products.list', shows: 'id name visibility recurring_interval is_archived' },
      show: { of: 'products.get' },
      create: { of: 'products.create' },
      update: { of: 'products.update' },
      delete: { of: 'products.delete', ends: true },
      benefits: { of: 'products.update_benefits' },
    },
  },
  benefits: {
    about: 'List, create and change what products bring',
    rows: {
      list: { of: 'benefits.list', shows: 'id type description visibility' },
      show: { of: 'benefits.get' },
      create: { of: 'benefits.create' },
      update: { of: 'benefits.update' },
      delete: { of: 'benefits.delete', ends: true },
      grants: { of: 'benefits.grants', shows: 'id is_granted customer.email granted_at' },
    },
  },
  orders: {
    about: 'List, report and refund orders',
    rows: {
      list: { of: 'orders.list', shows: 'id status total_amount currency purchased_at customer.email description' },
      show: { of: 'orders.get' },
      timeline: { of: 'orders.get_timeline', shows: 'created_at action actor.type' },
      create: { of: 'orders.create' },
      update: { of: 'orders.update' },
      refund: { of: 'refunds.create', takes: ['order_id'], ends: true },
      void: { of: 'orders.void' },
      unvoid: { of: 'orders.unvoid' },
    },
  },
  refunds: {
    about: 'List refunds, and take them back',
    rows: {
      list: { of: 'refunds.list', shows: 'id status amount currency reason order_id created_at' },
      cancel: { of: 'refunds.cancel' },
    },
  },
  disputes: {
    about: 'List and report disputes',
    rows: {
      list: { of: 'disputes.list', shows: 'id status amount currency order_id evidence_due_by' },
      show: { of: 'disputes.get' },
      create: { of: 'disputes.create' },
      update: { of: 'disputes.update' },
    },
  },
  subscriptions: {
    about: 'List, report and end subscriptions',
    rows: {
      list: { of: 'subscriptions.list', shows: 'id status amount currency current_period_end customer.email product.name' },
      show: { of: 'subscriptions.get' },
      timeline: { of: 'subscriptions.get_timeline', shows: 'created_at action actor.type' },
      create: { of: 'subscriptions.create' },
      update: { of: 'subscriptions.update' },
      cancel: {
        of: 'subscriptions.update',
        does: 'Cancel a subscription at the end of its period',
        sends: { cancel_at_period_end: true },
        only: ['customer_cancellation_reason', 'customer_cancellation_comment'],
      },
      uncancel: {
        of: 'subscriptions.update',
        does: 'Continue a subscription that was cancelled',
        sends: { cancel_at_period_end: false },
        only: [],
      },
      transfer: { of: 'subscriptions.transfer' },
      revoke: { of: 'subscriptions.revoke', ends: true },
    },
  },
  seats: {
    about: 'List, assign and revoke seats',
    rows: {
      list: { of: 'customer_seats.list', shows: 'id status email claimed_at', list: 'seats' },
      assign: { of: 'customer_seats.assign' },
      resend: { of: 'customer_seats.resend' },
      revoke: { of: 'customer_seats.revoke', ends: true },
      pools: { of: 'seat_pools.list', shows: 'id customer.email product.name total_seats assigned_seats available_seats' },
    },
  },
  meters: {
    about: 'List and change meters, and what customers have used',
    rows: {
      list: { of: 'meters.list', shows: 'id name unit archived_at' },
      show: { of: 'meters.get' },
      create: { of: 'meters.create' },
      update: { of: 'meters.update' },
      quantities: { of: 'meters.quantities', shows: 'timestamp quantity', list: 'quantities' },
      balances: { of: 'customer_meters.list', shows: 'id customer.email meter.name consumed_units credited_units balance' },
      credit: { of: 'customer_meters.credit' },
    },
  },
  events: {
    about: 'List usage events, and void wrong ones',
    rows: {
      list: { of: 'events.list', shows: 'id timestamp name customer.email voided_at' },
      show: { of: 'events.get' },
      void: { of: 'events.void' },
      unvoid: { of: 'events.unvoid' },
      'void-all': { of: 'events.void_all' },
      'unvoid-all': { of: 'events.unvoid_all' },
    },
  },
  organizations: {
    about: 'List organizations, create them, change their status and features',
    rows: {
      list: { of: 'organizations.list', shows: 'id slug name status' },
      show: { of: 'organizations.get' },
      update: { of: 'organizations.update' },
      members: { of: 'organizations.list_organization_members', shows: 'user_id email role is_blocked' },
    },
  },
  tokens: {
    about: 'Issue, list and revoke access tokens',
    rows: {
      list: { of: 'organization_access_tokens.list', shows: 'id comment expires_at last_used_at' },
      revoke: { of: 'organization_access_tokens.delete', ends: true },
      'list-own': { of: 'personal_access_tokens.list', shows: 'id comment expires_at last_used_at' },
      'revoke-own': { of: 'personal_access_tokens.delete', ends: true },
    },
  },
  webhooks: {
    about: 'Keep webhook endpoints, and bring the events of an organization to this machine',
    rows: {
      list: { of: 'webhooks.list_endpoints', shows: 'id url format enabled name' },
      show: { of: 'webhooks.get_endpoint' },
      create: { of: 'webhooks.create_endpoint' },
      update: { of: 'webhooks.update_endpoint' },
      delete: { of: 'webhooks.delete_endpoint', ends: true },
      'rotate-secret': { of: 'webhooks.reset_endpoint_secret', ends: true },
      test: { of: 'webhooks.test_endpoint' },
      deliveries: { of: 'webhooks.list_deliveries', shows: 'id created_at succeeded http_code webhook_event.type' },
      events: { of: 'webhooks.list_events', shows: 'id sequence type timestamp' },
      redeliver: { of: 'webhooks.redeliver_event' },
      'redeliver-all': { of: 'webhooks.redeliver_events' },
      recover: { of: 'webhooks.recover' },
    },
  },
  'audit-log': {
    about: 'List who changed what',
    rows: { list: { of: 'audit_log.list', shows: 'created_at actor.type actor.id action resource.type resource.id' } },
  },
  export: {
    about: 'Write lists as files, and what is stored about a customer',
    rows: {
      keys: { of: 'license_keys.export' },
      customer: { of: 'customers.export' },
      customers: { of: 'customers.export_all' },
      orders: { of: 'orders.export' },
      subscriptions: { of: 'subscriptions.export' },
      'audit-log': { of: 'audit_log.export' },
      metrics: { of: 'metrics.export' },
    },
  },
  search: {
    about: 'Find license keys, customers, orders, subscriptions and products',
    rows: { '': { of: 'search.search', takes: ['query'], shows: 'type id name detail status' } },
  },
};
