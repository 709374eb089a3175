import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { startApi } from '../support/api.ts';
import { Contract } from '../support/contract.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { queryAt } from '../support/own-postgres.ts';
import { FuzzedDatabase } from './fuzzed-database.ts';
import { type Finding, Fuzzer } from './fuzzer.ts';
import { FuzzedRequests } from './fuzzed-requests.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Replaces a reply of the service. */
type Fault = (method: string, reply: Reply) => Reply | Promise<Reply>;

const OPERATIONS = ' /v1/benefits/';
const REQUESTS = 120;

const api = await startApi();
const contract = Contract.of(api);
await api.app.listen(0, '127.0.0.1');
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const database = await FuzzedDatabase.at(api.databaseUrl);
const existing = { ours: await seedFixtures(api, ['portal']), theirs: await seedFixtures(api, ['portal']) };
const requests = new FuzzedRequests(contract.document, OPERATIONS).make(existing, 1, REQUESTS);
afterAll(async () => {
  await database.close();
  await api.close();
});

/** What is found between the requests and a service with this fault. */
async function findings(fault: Fault, some = requests, longestMs = 60_000): Promise<readonly Finding[]> {
  const service = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: portOf(api.app.getHttpServer() as Server), method, path: url, headers });
    incoming.pipe(forwarded);
    forwarded.on('response', async (response) => {
      const reply = { status: response.statusCode!, headers: response.headers, body: await buffer(response) };
      const { status, headers: changed, body } = await fault(method!, reply);
      const { 'transfer-encoding': _, ...others } = changed;
      outgoing.writeHead(status, { ...others, 'content-length': body.length }).end(body);
    });
    forwarded.on('error', () => outgoing.destroy());
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const fuzzer = new Fuzzer({ port: portOf(service), changes: () => database.changes() }, contract, longestMs);
  await fuzzer.run(some);
  await fuzzer.close();
  service.closeAllConnections();
  service.close();
  return fuzzer.findings;
}

test('nothing is found without a fault', async () => {
  expect(await findings((_method, reply) => reply)).toEqual([]);
});

test('a refusal that rewrites a row with equal values', async () => {
  const found = await findings(async (method, reply) => {
    if (method === 'PATCH' && reply.status >= 400)
      await queryAt(api.databaseUrl, 'update organizations.organizations set slug = slug');
    return reply;
  });
  expect(found).not.toEqual([]);
  for (const { problem, request: text } of found) {
    expect(problem).toBe('was refused, but changed something');
    expect(text).toMatch(/^PATCH /);
  }
});

test('a response of 5xx', async () => {
  for (const status of [500, 503]) {
    const found = await findings((method, reply) => (method === 'DELETE' ? { ...reply, status } : reply));
    expect(found).not.toEqual([]);
    for (const { problem, request: text } of found) {
      expect(problem).toBe(`responded with ${status}`);
      expect(text).toMatch(/^DELETE /);
    }
  }
});

test('a field that is not in the document', async () => {
  const found = await findings((_method, reply) => {
    if (reply.status !== 201) return reply;
    return { ...reply, body: Buffer.from(JSON.stringify({ ...JSON.parse(reply.body.toString()), secret: 'x' })) };
  });
  const undocumented = expect.stringContaining('must NOT have additional properties {"additionalProperty":"secret"}');
  expect(found).toContainEqual(expect.objectContaining({ problem: undocumented }));
  for (const { request: text } of found) expect(text).toMatch(/^POST /);
});

test('no response', async () => {
  const some = requests.slice(0, 10);
  const found = await findings(() => new Promise<never>(() => undefined), some, 500);
  expect(found.map(({ problem }) => problem)).toEqual(some.map(() => 'did not respond within 0.5 seconds'));
});
