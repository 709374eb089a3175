import type { Examples } from './example.ts';

export const products: Examples = {
  'GET /v1/products/': {
    request: ({ organization_id, benefit_id }) => ({
      url: `/v1/products/?organization_id=${organization_id}&benefit_id=${benefit_id}&is_archived=false&sorting=price_amount`,
    }),
    foreign: 'empty',
  },
  'POST /v1/products/': {
    request: (_fixtures, caller) => ({
      url: '/v1/products/',
      body: {
        ...caller,
        name: 'Acme Team',
        recurring_interval: 'month',
        prices: [
          { amount_type: 'fixed', price_amount: 1000 },
          { amount_type: 'seat_based', seat_tiers: { tiers: [{ min_seats: 1, price_per_seat: 500 }] } },
        ],
      },
    }),
    foreign: 'invalid body.organization_id',
  },
  'GET /v1/products/{id}': {
    request: ({ product_id }) => ({ url: `/v1/products/${product_id}` }),
    foreign: 'not found',
  },
  'PATCH /v1/products/{id}': {
    request: ({ product_id }) => ({ url: `/v1/products/${product_id}`, body: { name: 'Acme Basic' } }),
    foreign: 'not found',
  },
  'POST /v1/products/{id}/benefits': {
    request: ({ product_id, benefit_id }) => ({
      url: `/v1/products/${product_id}/benefits`,
      body: { benefits: [benefit_id] },
    }),
    foreign: 'not found',
  },
  'DELETE /v1/products/{id}': {
    request: ({ product_id }) => ({ url: `/v1/products/${product_id}` }),
    foreign: 'not found',
  },
};
