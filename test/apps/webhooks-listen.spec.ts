import { type CloudEvent, HTTP } from 'cloudevents';
import { validateEvent } from 'polar-sdk-0/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Answer } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { type RunningProcess, startLatchkey } from '../support/processes.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';
import { type ReceivedWebhook, WebhookReceiver } from '../support/webhook-receiver.ts';

/** Starting a process takes a second or two on an idle machine. */
import.meta.jest.setTimeout(240_000);

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const headersOf = ({ headers }: ReceivedWebhook) => headers as Record<string, string>;

let fixture: WebhookFixture;
let url: string;
beforeAll(async () => {
  fixture = await openWebhookFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  url = await fixture.api.app.getUrl();
  await fixture.seller('GET', '/v1/webhooks/events');
});
beforeEach(() => fixture.receiver.answer((response) => response.writeHead(200).end('{}')));
afterAll(() => fixture.close());

const at = (path: string): string => new URL(path, fixture.receiver.url).href;
const customer = (name: string): Promise<Answer['body']> =>
  fixture.create('/v1/customers/', { email: `${name}@example.com`, name });
const published = async (): Promise<number> => {
  await fixture.delivered();
  return (await fixture.seller('GET', '/v1/webhooks/events')).body.last_sequence;
};

/** Listens in a process of its own, once it has said so. */
async function listening(path: string, ...args: string[]): Promise<RunningProcess> {
  const running = startLatchkey(['webhooks', 'listen', '--forward-to', at(path), '--url', url, ...args], {
    LATCHKEY_TOKEN: fixture.ours.oat,
  });
  await running.line(/Ctrl\+C stops\.\n|"secret"/);
  return running;
}

test('new events are forwarded in order, signed as the service signs them, until Ctrl+C', async () => {
  await customer('before');
  const end = await published();
  await using running = await listening('/new');
  const [, secret] = await running.line(/signed with (whsec_\S+)\. Ctrl/);
  const created = await customer('ada');
  const requests = await fixture.receiver.at('/new', 2);

  const [request] = requests;
  const headers = headersOf(request!);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Latchkey-Webhooks',
    'webhook-sequence': `${end + 1}`,
  });
  expect(new StandardWebhook(secret!).verify(request!.body, headers)).toMatchObject({ type: 'customer.created', data: created });
  expect(validateEvent(request!.body, headers, secret!)).toMatchObject({ type: 'customer.created' });
  expect(requests.map((each) => headersOf(each)['webhook-sequence'])).toEqual(requests.map((_each, i) => `${end + 1 + i}`));

  await running.line(new RegExp(`^\\S+Z  customer\\.created  ${end + 1}  200$`, 'm'));
  const last = await published();
  await running.line(new RegExp(`^\\S+Z  \\S+  ${last}  200$`, 'm'));
  await running.end('SIGINT');
  expect(running.child.exitCode).toBe(0);
  expect(running.output()).toMatch(
    new RegExp(`Forwarded events: ${last - end}, of which 0 failed. \`--after ${last}\` continues`),
  );
});

test('the deliveries of an endpoint have the same headers', async () => {
  await fixture.endpoint('/endpoint', { secret: SECRET });
  await using running = await listening('/listener', '--secret', SECRET, '--events', 'customer.created');
  await customer('same');
  const [[real], [forwarded]] = await Promise.all([fixture.receiver.at('/endpoint', 1), fixture.receiver.at('/listener', 1)]);
  expect(forwarded!.body).toBe(real!.body);
  const names = (request: ReceivedWebhook) => Object.keys(request.headers).filter((name) => name !== 'host');
  expect(names(forwarded!)).toEqual(names(real!));
  expect(headersOf(forwarded!)['webhook-id']).toBe(headersOf(real!)['webhook-id']);
  expect(headersOf(forwarded!)['webhook-signature']!.split(' ')).toHaveLength(2);
  await running.line(/signed with --secret/);
});

test('with an envelope, events are forwarded as an endpoint with it gets them', async () => {
  await fixture.endpoint('/enveloped', { secret: SECRET, envelope: 'cloudevents_binary' });
  const args = ['--secret', SECRET, '--events', 'customer.created', '--envelope', 'cloudevents_binary'];
  await using running = await listening('/forwarded', ...args);
  await customer('enveloped');
  const [[real], [forwarded]] = await Promise.all([fixture.receiver.at('/enveloped', 1), fixture.receiver.at('/forwarded', 1)]);
  const read = ({ headers, body }: ReceivedWebhook) => (HTTP.toEvent({ headers, body }) as CloudEvent<unknown>).toJSON();
  expect(read(forwarded!)).toEqual(read(real!));
  new StandardWebhook(SECRET).verify(forwarded!.body, headersOf(forwarded!));
  await running.end('SIGINT');
});

test('`--after` forwards older events, `--events` some kinds, and failures are reported and not repeated', async () => {
  const start = await published();
  await customer('older');
  const end = await published();
  fixture.receiver.answer((response) => response.writeHead(500).end());
  await using running = await listening('/older', '--after', `${start}`, '--events', 'customer.created', '--json');
  await running.line(/"status":500/);
  fixture.receiver.answer((response) => response.socket!.destroy());
  await customer('broken');
  await running.line(/"succeeded":false,"status":"\w+"/);
  const last = await published();
  await running.end('SIGINT');

  const [first, ...events] = running
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const outcome = events.pop();
  expect(first).toMatchObject({ url, after: start, forward_to: at('/older'), secret: expect.stringMatching(/^whsec_/) });
  expect(events.map(({ type, sequence, status }) => [type, sequence, status])).toEqual([
    ['customer.created', start + 1, 500],
    ['customer.created', end + 1, expect.any(String)],
  ]);
  expect(outcome).toMatchObject({ forwarded: 2, failed: 2 });
  expect(outcome.after).toBeGreaterThanOrEqual(end + 1);
  expect(outcome.after).toBeLessThanOrEqual(last);
  expect(fixture.receiver.received.filter(({ path }) => path === '/older')).toHaveLength(2);
});

test('a receiver that cannot be reached is reported', async () => {
  const start = await published();
  await using running = startLatchkey(
    ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1', '--url', url, '--after', `${start}`],
    { LATCHKEY_TOKEN: fixture.ours.oat },
  );
  await running.line(/Ctrl\+C stops/);
  await customer('unreachable');
  await running.line(/customer\.created {2}\d+ {2}failed: ECONNREFUSED/);
  expect(running.child.exitCode).toBeNull();
});

test('a service that fails for a while is asked again', async () => {
  const type = 'customer.created';
  const event = { id: crypto.randomUUID(), sequence: 8, type, timestamp: '2026-11-22T12:00:00.000Z', payload: '{"of": "feed"}' };
  const pages = [
    { items: [], last_sequence: 7 },
    null,
    { items: [event], last_sequence: 8 },
    { items: [{ ...event, payload: null }] },
  ];
  await using service = await WebhookReceiver.open();
  service.answer((response) => {
    const page = pages.shift();
    response.writeHead(page ? 200 : 503).end(page ? JSON.stringify(page) : 'busy');
  });
  fixture.receiver.answer((response) => response.writeHead(204).end());
  await using running = await listening('/again', '--url', service.url);
  await running.line(/responded with 503\. The next attempt is in 1 s\./);
  expect(await fixture.receiver.at('/again', 1)).toMatchObject([{ body: event.payload }]);
  await running.line(/^2026-11-22T12:00:00\.000Z {2}customer\.created {2}8 {2}204$/m);
  await running.line(/customer\.created {2}8 {2}failed: its body was deleted$/m);
  const positions = service.received.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('after'));
  expect(positions.slice(0, 4)).toEqual([Number.MAX_SAFE_INTEGER, 7, 7, 8].map(String));
});

describe('what fails at the start', () => {
  const start = (...args: string[]) =>
    latchkey(['webhooks', 'listen', '--forward-to', at('/never'), '--url', url, ...args], { LATCHKEY_TOKEN: fixture.ours.oat });

  test.each<[string, () => string[], RegExp]>([
    [
      'a wrong token',
      () => ['--token', 'latchkey_oat_wrong'],
      /^`--token` is deprecated, .+\nhttp:\S+ responded with 401: .+\n$/,
    ],
    ['an organization of others', () => ['--organization', crypto.randomUUID()], /^http:\S+ responded with 404: .+\n$/],
    ['a service that cannot be reached', () => ['--url', 'http://127.0.0.1:1'], /^\S+:1 cannot be reached \(ECONNREFUSED\)\.\n$/],
    ['another server', () => ['--url', fixture.receiver.url], /^\S+ is not the URL of a Latchkey API\.\n$/],
    [
      'a position that there is not',
      () => ['--after', '1000000'],
      /^--after must be at most \d+, the position of the last event\.\n$/,
    ],
  ])('%s', async (_name, args, sentence) => {
    expect(await start(...args())).toEqual({ exitCode: 1, out: '', err: expect.stringMatching(sentence) });
  });
});
