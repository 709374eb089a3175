import type { Polar } from '@polar-sh/sdk/2026-04';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
let polar: Polar;
beforeAll(async () => {
  service = await listen();
});
beforeEach(async () => {
  seller = await seedOrganization(service.api);
  polar = service.polar(seller.oat);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

test('metrics are read, limited and exported', async () => {
  const customer = await seedCustomer(service.api, seller.organization.id);
  const product = await polar.products.create({ name: 'Tool', prices: [{ amount_type: 'fixed', price_amount: 900 }] });
  const order = { product_id: product.id, customer_id: customer.id, purchased_at: '2026-01-31T23:30:00Z' };
  await service.post('/v1/orders/', order, { accessToken: seller.oat });
  const range = { start_date: '2026-01-30', end_date: '2026-02-01', timezone: 'Europe/Vienna', interval: 'day' } as const;

  const { periods, totals, metrics } = await polar.metrics.get(range);
  expect(periods.map(({ timestamp, orders, revenue }) => [timestamp, orders, revenue])).toEqual([
    ['2026-01-29T23:00:00.000Z', 0, 0],
    ['2026-01-30T23:00:00.000Z', 0, 0],
    ['2026-01-31T23:00:00.000Z', 1, 900],
  ]);
  expect(totals).toMatchObject({ orders: 1, revenue: 900, average_order_value: 900, checkouts: 0 });
  expect(metrics.revenue).toEqual({ slug: 'revenue', display_name: 'Revenue', type: 'currency' });

  const some = await polar.metrics.get({ ...range, metrics: ['orders'], product_id: product.id, billing_type: 'one_time' });
  expect([some.totals, Object.keys(some.metrics)]).toEqual([{ orders: 1 }, ['orders']]);

  const { min_date, intervals } = await polar.metrics.limits();
  expect([min_date, intervals.hour]).toEqual(['2000-01-01', { min_days: 0, max_days: 7 }]);
  const tooLong = polar.metrics.get({ ...range, interval: 'hour', start_date: '2026-01-01' });
  expect(await refusal(tooLong)).toBeInstanceOf(errors.HTTPValidationError);

  expect(await polar.metrics.export({ ...range, metrics: ['orders', 'revenue'] })).toBe(
    [
      'Timestamp,Orders,Revenue',
      '2026-01-29T23:00:00.000Z,0,0',
      '2026-01-30T23:00:00.000Z,0,0',
      '2026-01-31T23:00:00.000Z,1,900',
      '',
    ].join('\r\n'),
  );
});

test('dashboards are created, listed, changed and deleted', async () => {
  const dashboard = await polar.metrics.createDashboard({ name: 'Money', metrics: ['revenue', 'ltv'] });
  expect(dashboard).toMatchObject({ name: 'Money', metrics: ['revenue', 'ltv'], organization_id: seller.organization.id });
  expect(await polar.metrics.listDashboards()).toEqual([dashboard]);
  expect(await polar.metrics.getDashboard(dashboard.id)).toEqual(dashboard);
  const changed = await polar.metrics.updateDashboard(dashboard.id, { metrics: ['orders'] });
  expect(changed).toMatchObject({ name: 'Money', metrics: ['orders'] });
  await polar.metrics.deleteDashboard(dashboard.id);
  expect(await polar.metrics.listDashboards({ organization_id: seller.organization.id })).toEqual([]);
});
