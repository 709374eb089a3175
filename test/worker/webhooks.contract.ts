import { EntityManager } from '@mikro-orm/postgresql';
import { webhooks } from '@polar-sh/sdk/2026-04';
import { CloudEvent, HTTP } from 'cloudevents';
import { validateEvent } from 'polar-sdk-0/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { eventually } from '../support/eventually.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';
import type { ReceivedWebhook } from '../support/webhook-receiver.ts';

/** How webhooks are sent by a worker with these settings. */
export function webhooksContract(env: Record<string, string> = {}): void {
  let mailbox: Mailbox;
  let fixture: WebhookFixture;
  beforeAll(async () => {
    mailbox = await openMailbox();
    fixture = await openWebhookFixture({ ...env, LATCHKEY_DATA: mailbox.folder });
  });
  afterAll(async () => {
    await fixture.close();
    await mailbox.remove();
  });

  const headersOf = ({ headers }: ReceivedWebhook) => headers as Record<string, string>;
  const attemptsAt = async ({ id }: { id: string }) =>
    (await fixture.seller('GET', `/v1/webhooks/deliveries?endpoint_id=${id}`)).body.items;

  /** The operation and the request of the audit log's last entry of an endpoint, which has to say that it was disabled. */
  const disabledBy = async ({ id }: { id: string }) => {
    const [entry] = (await fixture.seller('GET', `/v1/audit-log/?resource_id=${id}`)).body.items;
    expect(entry.changes).toMatchObject({ enabled: { before: true, after: false } });
    return [entry.actor.type, entry.operation, entry.request_id];
  };

  test('an event reaches its endpoint, and every library accepts its signature', async () => {
    const endpoint = await fixture.endpoint('/first');
    const customer = await fixture.create('/v1/customers/', { email: 'ada@example.com', name: 'Ada' });
    const [request] = await fixture.receiver.at('/first', 1);
    expect(JSON.parse(request!.body)).toEqual({
      type: 'customer.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      api_version: '2026-04',
      data: customer,
    });
    const headers = headersOf(request!);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-sequence': '1' });
    new StandardWebhook(endpoint.secret).verify(request!.body, headers);
    new SvixWebhook(endpoint.secret).verify(request!.body, headers);
    await webhooks.validateEvent(request!.body, headers, endpoint.secret);
    validateEvent(request!.body, headers, endpoint.secret);
    await fixture.delivered();
    expect(await attemptsAt(endpoint)).toMatchObject([
      {
        succeeded: true,
        http_code: 200,
        response: null,
        webhook_event: {
          id: headers['webhook-id'],
          succeeded: true,
          skipped: false,
          type: 'customer.created',
          payload: request!.body,
          is_archived: false,
        },
      },
    ]);
  });

  test('during an overlap, a request is signed with both secrets, afterwards with the new one', async () => {
    const before = await fixture.endpoint('/overlap', { events: [] });
    const url = `/v1/webhooks/endpoints/${before.id}`;
    const reset = (body: object) => fixture.seller('PATCH', `${url}/secret`, body);
    const after = (await reset({ overlap_seconds: 60 })).body;
    await fixture.seller('POST', `${url}/test`);
    const [both] = await fixture.receiver.at('/overlap', 1);
    expect(headersOf(both!)['webhook-signature']!.split(' ')).toHaveLength(4);
    for (const { secret } of [before, after]) {
      new StandardWebhook(secret).verify(both!.body, headersOf(both!));
      new SvixWebhook(secret).verify(both!.body, headersOf(both!));
      await webhooks.validateEvent(both!.body, headersOf(both!), secret);
      validateEvent(both!.body, headersOf(both!), secret);
    }
    const last = (await reset({})).body;
    await fixture.seller('POST', `${url}/test`);
    const [, one] = await fixture.receiver.at('/overlap', 2);
    new StandardWebhook(last.secret).verify(one!.body, headersOf(one!));
    expect(() => new StandardWebhook(after.secret).verify(one!.body, headersOf(one!))).toThrow('No matching signature');
  });

  test('an endpoint that is gone is disabled, and its team is told by e-mail and by an event', async () => {
    const endpoint = await fixture.endpoint('/gone?token=secret');
    fixture.receiver.answer((response, { path }) => response.writeHead(path.startsWith('/gone') ? 410 : 200).end());
    await fixture.create('/v1/customers/', { email: 'bob@example.com' });
    await fixture.receiver.at('/gone?token=secret', 1);
    await eventually(async () => !(await fixture.seller('GET', `/v1/webhooks/endpoints/${endpoint.id}`)).body.enabled);
    expect(await disabledBy(endpoint)).toEqual(['system', 'Sending webhooks', null]);
    await fixture.settled();
    const mails = (await mailbox.messages()).filter(({ subject }) => subject.includes('webhook endpoint'));
    expect(mails.map(({ to }) => to)).toEqual([expect.stringContaining('@')]);
    expect(mails[0]!.text).toContain(new URL(endpoint.url).origin);
    expect(mails[0]!.text).not.toContain('secret');
    expect(mails[0]!.text).toContain(`/console/${fixture.ours.organization.slug}/webhooks/${endpoint.id}`);
    await fixture.create('/v1/customers/', { email: 'cyd@example.com' });
    await fixture.delivered();
    expect(await attemptsAt(endpoint)).toHaveLength(1);
    fixture.receiver.answer((response) => response.writeHead(200).end());
  });

  test('ten events in a row that failed for good disable an endpoint', async () => {
    const endpoint = await fixture.endpoint('/dead');
    fixture.receiver.answer((response, { path }) => response.writeHead(path === '/dead' ? 500 : 200).end());
    for (let i = 0; i < 10; i++) await fixture.create('/v1/customers/', { email: `dead${i}@example.com` });
    await fixture.delivered();
    const em = fixture.api.app.get(EntityManager).fork();
    const lastAttempt =
      "update webhooks.deliveries set attempts = 9, next_attempt_at = now() where endpoint_id = ? and status = 'pending'";
    await em.execute(lastAttempt, [endpoint.id]);
    await eventually(async () => !(await fixture.seller('GET', `/v1/webhooks/endpoints/${endpoint.id}`)).body.enabled);
    expect(await disabledBy(endpoint)).toEqual(['system', 'Sending webhooks', null]);
    const states = await em.execute('select status, count(*)::int from webhooks.deliveries where endpoint_id = ? group by 1', [
      endpoint.id,
    ]);
    expect(states).toEqual([{ status: 'failed', count: 10 }]);
    fixture.receiver.answer((response) => response.writeHead(200).end());
  });

  test('endpoints with an envelope of CloudEvents get valid ones, signed as all others, also as a test', async () => {
    const structured = await fixture.endpoint('/structured', { envelope: 'cloudevents' });
    const binary = await fixture.endpoint('/binary', { envelope: 'cloudevents_binary' });
    const customer = await fixture.create('/v1/customers/', { email: 'eve@example.com', name: 'Zoë' });
    for (const [path, { id, secret, organization_id }] of [
      ['/structured', structured],
      ['/binary', binary],
    ] as const) {
      const [request] = await fixture.receiver.at(path, 1);
      const headers = headersOf(request!);
      new StandardWebhook(secret).verify(request!.body, headers);
      const event = HTTP.toEvent({ headers, body: request!.body }) as CloudEvent<object>;
      expect(event.validate()).toBe(true);
      const source = `urn:uuid:${organization_id}`;
      expect(event).toMatchObject({ id: headers['webhook-id'], source, type: 'customer.created', data: customer });
      await fixture.seller('POST', `/v1/webhooks/endpoints/${id}/test`);
      const [, test] = await fixture.receiver.at(path, 2);
      const tested = HTTP.toEvent({ headers: headersOf(test!), body: test!.body }) as CloudEvent<object>;
      expect(tested).toMatchObject({ source, type: 'customer.created', data: customer });
      expect(tested.id).not.toBe(event.id);
    }
  });

  test('an endpoint with filters gets what is about its products or benefits, also by way of the purchase', async () => {
    const [benefit, other] = [await fixture.benefit(), await fixture.benefit()];
    const [ours, others] = [
      await fixture.product({ benefits: [benefit.id] }),
      await fixture.product({ benefits: [benefit.id, other.id] }),
    ];
    // Events of products that are published later would reach the endpoints.
    await fixture.settled();
    const events = ['customer.created', 'order.created', 'benefit_grant.created', 'refund.created', 'product.updated'];
    await fixture.endpoint('/of-product', { events, product_ids: [ours.id] });
    await fixture.endpoint('/of-benefit', { events, benefit_ids: [other.id] });
    const customer = await fixture.customer();
    const [bought] = [
      await fixture.create('/v1/orders/', { product_id: ours.id, customer_id: customer.id }),
      await fixture.create('/v1/orders/', { product_id: others.id, customer_id: customer.id }),
    ];
    await fixture.settled();
    await fixture.seller('PATCH', `/v1/products/${ours.id}`, { name: 'Renamed' });
    await fixture.seller('PATCH', `/v1/products/${others.id}`, { name: 'Renamed too' });
    await fixture.delivered();
    const at = (path: string) =>
      fixture.receiver.received.filter((request) => request.path === path).map(({ body }) => JSON.parse(body));
    const kinds = (path: string) =>
      at(path)
        .map(({ type }) => type)
        .sort();
    expect(kinds('/of-product')).toEqual(['benefit_grant.created', 'order.created', 'product.updated']);
    expect(at('/of-product').map(({ data }) => data.order_id ?? data.id)).toEqual(expect.arrayContaining([bought.id, ours.id]));
    expect(at('/of-benefit').map(({ type, data }) => [type, data.benefit_id])).toEqual([['benefit_grant.created', other.id]]);
  });

  test('Discord and Slack get messages', async () => {
    await fixture.endpoint('/discord', { format: 'discord' });
    await fixture.endpoint('/slack', { format: 'slack' });
    const { id } = await fixture.create('/v1/customers/', { email: 'dan@example.com' });
    const [discord] = await fixture.receiver.at('/discord', 1);
    const [slack] = await fixture.receiver.at('/slack', 1);
    expect(JSON.parse(discord!.body).embeds[0].fields).toContainEqual({ name: 'Object', value: id });
    expect(JSON.parse(slack!.body).text).toBe('customer.created');
  });
}
