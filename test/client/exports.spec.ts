import { callAs } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { type ListeningApi, listen, refusal, errors } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

const linesOf = (csv: string): string[] => csv.trimEnd().split('\r\n');

test('customers, orders and subscriptions are tables with the chosen columns, whose texts are no formulas', async () => {
  const { id } = seller.organization;
  const evil = await seedCustomer(service.api, id, { email: 'evil@example.com', name: '=HYPERLINK("x")', external_id: '+49' });
  const [monthly, once] = [
    await seedProduct(service.api, id, { name: '@Pro', every: 'month' }),
    await seedProduct(service.api, id, { name: 'Tool' }),
  ];
  const polar = service.polar(seller.oat);
  const call = callAs(service.api, seller.oat);
  await call('POST', '/v1/orders/', { customer_id: evil.id, product_id: once.id, amount: 1900, tax_amount: 100 });
  const subscription = await polar.subscriptions.create({ customer_id: evil.id, product_id: monthly.id });

  const [header, ...customers] = linesOf(await polar.customers.export({ organization_id: id }));
  expect(header).toBe('id,external_id,email,name,type,billing_name,billing_country,tax_id,created_at,organization_id');
  expect(customers.find((line) => line.startsWith(evil.id))).toMatch(
    new RegExp(`^${evil.id},'\\+49,evil@example.com,"'=HYPERLINK\\(""x""\\)",individual,`),
  );
  const columns = ['product', 'total_amount', 'billing_country', 'customer_name'] as const;
  expect(linesOf(await polar.orders.export({ status: 'paid', product_id: once.id, columns: [...columns] }))).toEqual([
    'product,total_amount,billing_country,customer_name',
    `Tool,2000,,"'=HYPERLINK(""x"")"`,
  ]);
  expect(linesOf(await polar.orders.export({ status: 'void' }))).toHaveLength(1);
  const zoned = await polar.subscriptions.export({
    timezone: 'Asia/Kolkata' as 'UTC',
    columns: ['product', 'started_at', 'cancel_at_period_end'],
  });
  const [, line] = linesOf(zoned);
  expect(line).toMatch(/^'@Pro,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30,false$/);
  expect(Date.parse(line!.split(',')[1]!)).toBe(Date.parse(subscription.started_at!));
  expect(await refusal(polar.orders.export({ columns: ['nothing' as 'email'] }))).toBeInstanceOf(errors.HTTPValidationError);
});

test('exports of any length have each line once, as lists have it, of the organizations of the caller only', async () => {
  const [many, others] = [await seedOrganization(service.api), await seedOrganization(service.api)];
  const count = 130;
  await Promise.all(Array.from({ length: count }, () => seedCustomer(service.api, many.organization.id)));
  await seedCustomer(service.api, others.organization.id);
  const { text, headers } = await callAs(service.api, many.oat)('GET', '/v1/customers/export?format=ndjson');
  expect(headers['content-type']).toMatch(/^application\/x-ndjson/);
  const exported = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  const pages = await Promise.all(
    [1, 2].map((page) => callAs(service.api, many.oat)('GET', `/v1/customers/?limit=100&page=${page}&sorting=created_at`)),
  );
  expect(exported).toEqual(pages.flatMap(({ body }) => body.items));
  expect(exported).toHaveLength(count);
  const foreign = await callAs(service.api, many.oat)('GET', `/v1/customers/export?organization_id=${others.organization.id}`);
  expect(linesOf(foreign.text)).toHaveLength(1);
});

test('there are no payment methods and no wallets, and whoever asks for their lists is told so', async () => {
  const customer = await seedCustomer(service.api, seller.organization.id, { external_id: crypto.randomUUID() });
  const { token } = await openSession(service.api, seller, customer.id);
  const polar = service.polar(seller.oat);
  const { customers, wallets } = service.polar(token).customerPortal;
  const empty = { items: [], pagination: { total_count: 0, max_page: 0 } };
  expect(await polar.customers.listPaymentMethods(customer.id)).toEqual(empty);
  expect(await customers.listPaymentMethods({ page: 2, limit: 5 })).toEqual(empty);
  expect(await wallets.list({ sorting: ['-balance'] })).toEqual(empty);
  const external = `/v1/customers/external/${customer.external_id}/payment-methods`;
  expect((await callAs(service.api, seller.oat)('GET', external)).body).toEqual(empty);
  expect(await refusal(polar.customers.listPaymentMethods(crypto.randomUUID()))).toBeInstanceOf(errors.ResourceNotFound);
});
