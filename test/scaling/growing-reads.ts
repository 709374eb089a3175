/**
 * Lists of the reference API say exactly how many rows there are in all. Each of them is counted, in an index or in rows that are about
 * as small (docs/limits.md#reads-that-grow).
 */
export const COUNTED: readonly string[] = [
  'GET /v1/benefits/',
  'GET /v1/bulk/license-keys/',
  'GET /v1/connectors/',
  'GET /v1/connectors/{id}/events',
  'GET /v1/connectors/{id}/prices',
  'GET /v1/custom-fields/',
  'GET /v1/disputes/',
  'GET /v1/failed-events/',
  'GET /v1/license-key-batches/',
  'GET /v1/mails/',
  'GET /v1/notes/',
  'GET /v1/refunds/',
  'GET /v1/releases/',
  'GET /v1/releases/downloads',
  'GET /v1/sign-in-clients/',
  'GET /v1/undelivered-purchases/',
  'GET /v1/webhooks/endpoints',
];

/** Lists whose numbers of rows are kept, and filters with which they are counted all the same. */
export const COUNTED_BY_FILTER: Readonly<Record<string, readonly string[]>> = {
  'GET /v1/orders/': ['created_after'],
  'GET /v1/subscriptions/': ['started_after'],
};

/** Metrics that count seats or users. */
const GROWING_METRICS = [
  'seats_total',
  'seats_claimed',
  'seats_pending',
  'average_seats_per_customer',
  'seat_utilization_rate',
  'seat_customers',
  'new_seat_customers',
  'churned_seat_customers',
  'cost_per_user',
  'active_user_by_event',
  'ltv',
];

interface Growing {
  readonly because: string;
  /** The parameters with which an operation grows; `all` is a request without further ones. */
  readonly operations: Readonly<Record<string, readonly string[]>>;
}

/** Reads that cost more the more rows there are, as docs/limits.md#reads-that-grow says. */
export const GROWING: readonly Growing[] = [
  {
    because: 'No index has the filter: rows are compared with it, in the order of the list.',
    operations: {
      'GET /v1/benefits/': ['metadata', 'query'],
      'GET /v1/custom-fields/': ['query'],
      'GET /v1/products/': [
        'all',
        'organization_id',
        'is_archived',
        'is_recurring',
        'benefit_id',
        'visibility',
        'page',
        'sorting',
      ],
      'GET /v1/orders/': [
        'billing_reason',
        'external_source',
        'product_billing_type',
        'purchased_after',
        'purchased_before',
        'sorting',
      ],
      'GET /v1/subscriptions/': [
        'cancel_at_period_end',
        'canceled_at_after',
        'canceled_at_before',
        'customer_cancellation_reason',
        'external_source',
        'sorting',
      ],
      'GET /v1/benefit-grants/': ['is_granted'],
      'GET /v1/benefits/{id}/grants': ['is_granted'],
      'GET /v1/failed-events/': ['status'],
      'GET /v1/customer-portal/organizations/{slug}': ['all'],
    },
  },
  {
    because: 'The products that bring the benefit of the license key are read.',
    operations: { 'GET /v1/customer-portal/license-keys/{id}/releases': ['all', 'page'] },
  },
  {
    because: 'The failed attempts of each endpoint are looked up in an index.',
    operations: { 'GET /v1/webhooks/endpoints': ['failing_since'] },
  },
  {
    because: 'Customers are compared with their purchases, one by one.',
    operations: {
      'GET /v1/customers/': ['active', 'first_purchased_after', 'first_purchased_before', 'lost_after', 'lost_before'],
    },
  },
  {
    because: 'More than 1,000, or 10,000, customers or notes have the text: it is compared.',
    operations: {
      'GET /v1/customers/': ['query'],
      'GET /v1/license-keys/search': ['query'],
      'GET /v1/notes/': ['query'],
      'GET /v1/orders/': ['query'],
      'GET /v1/seat-pools/': ['query'],
      'GET /v1/subscriptions/': ['query'],
    },
  },
  {
    because: 'More than 1,000 of them have the tag: it is compared.',
    operations: {
      'GET /v1/customers/': ['tag'],
      'GET /v1/license-keys/': ['tag'],
      'GET /v1/license-keys/search': ['tag'],
      'GET /v1/orders/': ['tag'],
    },
  },
  {
    because: 'Each of the meters has its first customer meters read, with a plan that depends on statistics.',
    operations: { 'GET /v1/customer-meters/': ['all', 'meter_id', 'organization_id', 'page', 'sorting'] },
  },
  {
    because: 'Orders are counted by status, in an index; those of a range in their rows.',
    operations: {
      'GET /v1/orders/figures': ['all', 'organization_id', 'purchased_after', 'purchased_before'],
    },
  },
  {
    because: 'Usage events are read, of a customer or of all.',
    operations: {
      'GET /v1/events/': ['depth', 'is_voided', 'metadata', 'meter_id', 'query'],
      'GET /v1/meters/{id}/quantities': ['all', 'customer_aggregation_function', 'interval', 'metadata', 'start_timestamp'],
    },
  },
  {
    because: 'Some metrics count lost customers, seats or users.',
    operations: {
      'GET /v1/customers/figures': ['all', 'organization_id', 'start_timestamp', 'end_timestamp'],
      'GET /v1/metrics/': [
        'all',
        'billing_type',
        'customer_id',
        'interval',
        'metadata',
        'organization_id',
        'product_id',
        ...GROWING_METRICS.map((slug) => `metrics=${slug}`),
      ],
    },
  },
];
