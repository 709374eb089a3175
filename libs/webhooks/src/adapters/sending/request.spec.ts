import { type CloudEvent, HTTP } from 'cloudevents';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { ORGANIZATION } from '../../../testing/webhook-endpoint.builder.ts';
import type { ClaimedDelivery } from '../../domain/delivery-queue.ts';
import { requestOf } from '../../domain/request.ts';
import { newSecret } from '../../domain/secret.ts';
import type { Envelope } from '../../domain/message-format.ts';

const DATA = { id: '0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f', name: 'Zoë "Q" & Söhne', amount: 2900, items: [null, { tax: 0.19 }] };
const BODY = { type: 'order.paid', timestamp: '2026-11-22T12:00:00.000Z', api_version: '2026-04', data: DATA };
const ENDPOINT = { id: 'e', url: 'https://example.com/hooks', format: 'raw', secrets: [], headers: null } as const;
const EVENT_ID = '7b1d6f0e-3c2a-4e5d-9f8a-1b2c3d4e5f60';

const delivery = (envelope: Envelope, sequence: number | null = 42, data: object = DATA): ClaimedDelivery => ({
  eventId: EVENT_ID,
  organizationId: ORGANIZATION,
  sequence,
  message: { body: JSON.stringify({ ...BODY, data }), organizationName: 'Acme' },
  number: 1,
  isTest: sequence === null,
  claimedUntil: new Date(),
  endpoint: { ...ENDPOINT, envelope },
});
const secret = newSecret();
const send = (...about: Parameters<typeof delivery>) => requestOf(delivery(...about), { secrets: [secret], own: [] }, new Date());
const read = (request: ReturnType<typeof send>): CloudEvent<unknown> =>
  HTTP.toEvent({ headers: { ...request.headers }, body: request.body }) as CloudEvent<unknown>;

test('the headers of the endpoint come with those of the request, which they cannot replace', () => {
  const own = [
    { name: 'Authorization', value: 'Bearer 1', isSecret: true },
    { name: 'webhook-id', value: 'another', isSecret: false },
  ];
  const { headers } = requestOf(delivery('standard'), { secrets: [secret], own }, new Date());
  expect(headers).toMatchObject({ Authorization: 'Bearer 1', 'webhook-id': EVENT_ID });
});

test('the standard envelope is the body itself', () => {
  const { body, headers } = send('standard');
  expect(body).toBe(JSON.stringify(BODY));
  expect(headers['content-type']).toBe('application/json');
  expect(Object.keys(headers).filter((name) => name.startsWith('ce-'))).toEqual([]);
});

describe.each([
  ['cloudevents', 'application/cloudevents+json'],
  ['cloudevents_binary', 'application/json'],
] as const)('the envelope %s', (envelope, type) => {
  test('is a valid CloudEvent with the data of the event, in a signed body', () => {
    const request = send(envelope);
    const event = read(request);
    expect(event.validate()).toBe(true);
    expect(HTTP.isEvent({ headers: { ...request.headers }, body: request.body })).toBe(true);
    expect(event.toJSON()).toEqual({
      specversion: '1.0',
      id: EVENT_ID,
      source: `urn:uuid:${ORGANIZATION}`,
      type: 'order.paid',
      subject: DATA.id,
      time: BODY.timestamp,
      apiversion: '2026-04',
      sequence: '0000000000000042',
      datacontenttype: 'application/json',
      data: DATA,
    });
    expect(request.headers).toMatchObject({ 'content-type': type, 'webhook-id': EVENT_ID, 'webhook-sequence': '42' });
    new StandardWebhook(secret).verify(request.body, { ...request.headers });
  });

  test('has the same body in every attempt', () => {
    expect(send(envelope).body).toBe(send(envelope).body);
  });

  test('has no position for a test, and no subject for data without an id', () => {
    const event = read(send(envelope, null, { text: 'hello' }));
    expect(event.validate()).toBe(true);
    expect([event.sequence, event.subject, event.data]).toEqual([undefined, undefined, { text: 'hello' }]);
  });
});

test('headers of the binary mode are ASCII, whatever the data', () => {
  const values = Object.values(send('cloudevents_binary', 42, { ...DATA, name: 'Ω\r\nx: y' }).headers);
  for (const value of values) expect(value).toMatch(/^[\x21-\x7e ]+$/);
});
