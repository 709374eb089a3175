import type { Polar } from '@polar-sh/sdk/2026-04';
import { startWebhooks } from '../../apps/worker/start-webhooks.ts';
import { eventually } from '../support/eventually.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { collect, errors, listen, type ListeningApi, refusal, VERSION } from './polar.ts';

const POLL_MS = 50;

let service: ListeningApi;
let receiver: WebhookReceiver;
let worker: AsyncDisposable;
let seller: SeededOrganization;
let polar: Polar;
beforeAll(async () => {
  service = await listen({ WEBHOOK_ALLOW: '127.0.0.1' });
  receiver = await WebhookReceiver.open();
  worker = startWebhooks(service.api.app, POLL_MS);
});
beforeEach(async () => {
  seller = await seedOrganization(service.api);
  polar = service.polar(seller.oat);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await service.close();
  await receiver.close();
});
afterEach(() => service.assertNoViolations());

const endpoint = { url: 'https://example.com/hooks', format: 'raw', events: ['order.paid'] } as const;
const create = () => polar.webhooks.createWebhookEndpoint({ ...endpoint, events: [...endpoint.events] });

test('an endpoint is created, read, changed and deleted', async () => {
  const created = await polar.webhooks.createWebhookEndpoint({ ...endpoint, events: ['order.paid'], name: 'Production' });
  expect(created).toMatchObject({ ...endpoint, name: 'Production', enabled: true, api_version: VERSION, modified_at: null });
  expect(await polar.webhooks.getWebhookEndpoint(created.id)).toEqual(created);

  const changed = await polar.webhooks.updateWebhookEndpoint(created.id, { enabled: false, format: 'slack' });
  expect(changed).toMatchObject({ id: created.id, enabled: false, format: 'slack', secret: created.secret });
  const reset = await polar.webhooks.resetWebhookEndpointSecret(created.id);
  expect(reset.secret).not.toBe(created.secret);
  expect(await polar.webhooks.deleteWebhookEndpoint(created.id)).toBeUndefined();
  expect(await refusal(polar.webhooks.getWebhookEndpoint(created.id))).toBeInstanceOf(errors.ResourceNotFound);
});

test('endpoints are listed in pages', async () => {
  const [first, second, third] = [await create(), await create(), await create()];
  const { items, pagination } = await polar.webhooks.listWebhookEndpoints({ limit: 2 });
  expect([items, pagination]).toEqual([[third, second], { total_count: 3, max_page: 2 }]);
  const all = await collect(polar.webhooks.iterListWebhookEndpoints({ limit: 1 }));
  expect(all).toEqual([third, second, first]);
});

test('deliveries are listed, and an event is redelivered', async () => {
  const { id } = await polar.webhooks.createWebhookEndpoint({ ...endpoint, url: receiver.url, events: [] });
  const test = (await service.post(`/v1/webhooks/endpoints/${id}/test`, {}, { accessToken: seller.oat })) as { id: string };
  const deliveries = async () => (await polar.webhooks.listWebhookDeliveries({ endpoint_id: id, succeeded: true })).items;
  await eventually(async () => (await deliveries()).length === 1);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({
    http_code: 200,
    webhook_event: { id: test.id, type: 'organization.updated', succeeded: true },
  });

  await polar.webhooks.redeliverWebhookEvent(test.id);
  await eventually(async () => (await deliveries()).length === 2);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([test.id, test.id]);
  expect(await collect(polar.webhooks.iterListWebhookDeliveries({ http_code_class: '4xx' }))).toEqual([]);
});

test('errors raise the client’s error classes', async () => {
  const theirs = await create();
  const other = service.polar((await seedOrganization(service.api)).oat);
  expect(await refusal(other.webhooks.getWebhookEndpoint(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(other.webhooks.deleteWebhookEndpoint(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);
  expect(await refusal(other.webhooks.redeliverWebhookEvent(theirs.id))).toBeInstanceOf(errors.ResourceNotFound);
  const invalid = await refusal(polar.webhooks.createWebhookEndpoint({ ...endpoint, url: 'http://example.com', events: [] }));
  expect(invalid).toBeInstanceOf(errors.HTTPValidationError);
});
