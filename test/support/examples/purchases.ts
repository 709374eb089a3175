import type { Examples } from './example.ts';

export const purchases: Examples = {
  'GET /v1/subscriptions/': {
    request: ({ organization_id }) => ({
      url: `/v1/subscriptions/?organization_id=${organization_id}&active=true&sorting=-amount`,
    }),
    foreign: 'empty',
  },
  'POST /v1/subscriptions/': {
    request: ({ recurring_product_id, newcomer_external_id }) => ({
      url: '/v1/subscriptions/',
      body: { product_id: recurring_product_id, external_customer_id: newcomer_external_id },
    }),
    foreign: 'invalid body.product_id, body.external_customer_id',
  },
  'GET /v1/subscriptions/export': {
    request: ({ organization_id }) => ({ url: `/v1/subscriptions/export?organization_id=${organization_id}&format=ndjson` }),
    foreign: 'empty',
  },
  'GET /v1/subscriptions/{id}': {
    request: ({ subscription_id }) => ({ url: `/v1/subscriptions/${subscription_id}` }),
    foreign: 'not found',
  },
  'GET /v1/subscriptions/{id}/timeline': {
    request: ({ subscription_id }) => ({ url: `/v1/subscriptions/${subscription_id}/timeline` }),
    foreign: 'not found',
  },
  'PATCH /v1/subscriptions/{id}': {
    request: ({ subscription_id }) => ({
      url: `/v1/subscriptions/${subscription_id}`,
      body: { cancel_at_period_end: true, customer_cancellation_reason: 'unused' },
    }),
    foreign: 'not found',
  },
  'POST /v1/subscriptions/{id}/transfer': {
    request: ({ subscription_id, mergeable_customer_id }) => ({
      url: `/v1/subscriptions/${subscription_id}/transfer`,
      body: { customer_id: mergeable_customer_id },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/subscriptions/{id}': {
    request: ({ subscription_id }) => ({ url: `/v1/subscriptions/${subscription_id}` }),
    foreign: 'not found',
  },
  'GET /v1/orders/': {
    request: ({ organization_id }) => ({ url: `/v1/orders/?organization_id=${organization_id}&status=paid` }),
    foreign: 'empty',
  },
  'POST /v1/orders/': {
    request: ({ one_time_product_id, customer_id }) => ({
      url: '/v1/orders/',
      body: { product_id: one_time_product_id, customer_id, metadata: { invoice: 17 } },
    }),
    foreign: 'invalid body.product_id, body.customer_id',
  },
  'GET /v1/orders/export': {
    request: ({ organization_id }) => ({ url: `/v1/orders/export?organization_id=${organization_id}&format=ndjson` }),
    foreign: 'empty',
  },
  'GET /v1/orders/figures': {
    request: ({ organization_id }) => ({ url: `/v1/orders/figures?organization_id=${organization_id}` }),
    foreign: 'empty',
  },
  'GET /v1/orders/tags': {
    request: ({ organization_id }) => ({ url: `/v1/orders/tags?organization_id=${organization_id}` }),
    foreign: 'empty',
    permitted: 'empty',
  },
  'GET /v1/orders/tagged': {
    request: ({ order_id }) => ({ url: `/v1/orders/tagged?id=${order_id}` }),
    foreign: 'empty',
    permitted: 'empty',
  },
  'GET /v1/orders/{id}/tags': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}/tags` }),
    foreign: 'not found',
  },
  'PUT /v1/orders/{id}/tags': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}/tags`, body: { tags: ['vip'] } }),
    foreign: 'not found',
  },
  'GET /v1/orders/{id}': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}` }),
    foreign: 'not found',
  },
  'GET /v1/orders/{id}/timeline': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}/timeline` }),
    foreign: 'not found',
  },
  'PATCH /v1/orders/{id}': {
    request: ({ order_id }) => ({
      url: `/v1/orders/${order_id}`,
      body: {
        billing_name: 'Acme Inc.',
        billing_address: { line1: '1 Main St', city: 'Albany', state: 'NY', country: 'US' },
        invoice: { number: '2026-0017', url: 'https://billing.example.com/2026-0017.pdf' },
      },
    }),
    foreign: 'not found',
  },
  'GET /v1/orders/{id}/invoice': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}/invoice` }),
    foreign: 'not found',
  },
  'POST /v1/orders/{id}/invoice': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}/invoice` }),
    foreign: 'not found',
  },
  'GET /v1/orders/{id}/receipt': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}/receipt` }),
    foreign: 'not found',
  },
  'POST /v1/orders/{id}/void': {
    request: ({ order_id }) => ({ url: `/v1/orders/${order_id}/void` }),
    foreign: 'not found',
  },
  'POST /v1/orders/{id}/unvoid': {
    request: ({ void_order_id }) => ({ url: `/v1/orders/${void_order_id}/unvoid` }),
    foreign: 'not found',
  },
  'POST /v1/purchases/import': {
    request: ({ organization_id, one_time_product_id }) => ({
      url: `/v1/purchases/import?organization_id=${organization_id}`,
      body: JSON.stringify({
        type: 'order',
        external_id: 'moved-1',
        product: one_time_product_id,
        customer: { email: 'moved@example.com' },
      }),
      headers: { 'content-type': 'application/x-ndjson' },
    }),
    foreign: 'not found',
  },
  'GET /v1/refunds/': {
    request: ({ organization_id }) => ({ url: `/v1/refunds/?organization_id=${organization_id}&succeeded=true` }),
    foreign: 'empty',
  },
  'POST /v1/refunds/': {
    request: ({ order_id }) => ({
      url: '/v1/refunds/',
      body: { order_id, reason: 'customer_request', amount: 100, comment: 'As agreed', revoke_benefits: true },
    }),
    foreign: 'invalid body.order_id',
  },
  'POST /v1/refunds/{id}/cancel': {
    request: ({ refund_id }) => ({ url: `/v1/refunds/${refund_id}/cancel` }),
    foreign: 'not found',
  },
  'GET /v1/disputes/': {
    request: ({ organization_id }) => ({ url: `/v1/disputes/?organization_id=${organization_id}&status=needs_response` }),
    foreign: 'empty',
  },
  'POST /v1/disputes/': {
    request: ({ order_id }) => ({
      url: '/v1/disputes/',
      body: {
        order_id,
        payment_id: 'ch_2',
        reason: 'fraudulent',
        evidence_due_by: '2026-12-01T00:00:00Z',
        revoke_benefits: true,
      },
    }),
    foreign: 'invalid body.order_id',
  },
  'GET /v1/disputes/{id}': {
    request: ({ dispute_id }) => ({ url: `/v1/disputes/${dispute_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/disputes/{id}': {
    request: ({ dispute_id }) => ({ url: `/v1/disputes/${dispute_id}`, body: { status: 'under_review' } }),
    foreign: 'not found',
  },
  'POST /v1/disputes/{id}/accept': {
    request: ({ dispute_id }) => ({ url: `/v1/disputes/${dispute_id}/accept` }),
    foreign: 'not found',
  },
  'POST /v1/disputes/{id}/cancel': {
    request: ({ dispute_id }) => ({ url: `/v1/disputes/${dispute_id}/cancel` }),
    foreign: 'not found',
  },
  'GET /v1/benefit-grants/': {
    request: ({ organization_id }) => ({ url: `/v1/benefit-grants/?organization_id=${organization_id}&is_granted=true` }),
    foreign: 'empty',
  },
  'POST /v1/benefit-grants/{id}/revoke': {
    request: ({ benefit_grant_id }) => ({ url: `/v1/benefit-grants/${benefit_grant_id}/revoke` }),
    foreign: 'not found',
  },
  'POST /v1/benefit-grants/{id}/grant': {
    request: ({ benefit_grant_id }) => ({ url: `/v1/benefit-grants/${benefit_grant_id}/grant` }),
    foreign: 'not found',
  },
  'GET /v1/benefits/{id}/grants': {
    request: ({ benefit_id }) => ({ url: `/v1/benefits/${benefit_id}/grants` }),
    foreign: 'not found',
  },
};
