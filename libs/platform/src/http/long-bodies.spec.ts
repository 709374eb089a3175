import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { LongBodies } from './long-bodies.ts';
import { requestContexts } from './request-contexts.ts';

const MIB = 1024 * 1024;

/** Whoever is asked goes on when the test says so. */
class Gate {
  readonly entered: string[] = [];
  private readonly waiting = new Map<string, () => void>();

  pass(name: string): Promise<void> {
    this.entered.push(name);
    return new Promise((resolve) => void this.waiting.set(name, resolve));
  }

  open(name: string): void {
    this.waiting.get(name)!();
  }
}

let fastify: FastifyInstance;
let gate: Gate;
beforeEach(() => {
  const longBodies = new LongBodies();
  gate = new Gate();
  fastify = Fastify({ bodyLimit: 10 * MIB });
  requestContexts(fastify, () => undefined);
  fastify.addHook('onRequest', async (request) => {
    request.requestContext.tenant = String(request.headers['tenant']);
    await longBodies.take(request, { isLarge: true });
  });
  fastify.addHook('onSend', longBodies.release);
  fastify.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    await longBodies.takeToProcess(request, [body]);
    return body;
  });
  fastify.post('/held', async ({ headers }) => {
    await gate.pass(String(headers['tenant']));
    return 'done';
  });
  // As a tool for models does it.
  fastify.post('/calls', async ({ headers }) => (await post('/inner', String(headers['tenant']))).body);
  fastify.post('/inner', () => 'inner');
});
afterEach(() => fastify.close());

const post = (url: string, tenant: string, bytes = 1) =>
  fastify.inject({ method: 'POST', url, payload: 'x'.repeat(bytes), headers: { tenant, 'content-type': 'text/plain' } });

const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

test('an operation that another request calls does not wait for the turn of that request', async () => {
  expect((await post('/calls', 'a')).body).toBe('inner');
});

test('a tenant has one large body at a time', async () => {
  const answers = [post('/held', 'a'), post('/held', 'a')];
  await turns();
  expect(gate.entered).toEqual(['a']);
  gate.open('a');
  await answers[0];
  await turns();
  expect(gate.entered).toEqual(['a', 'a']);
  gate.open('a');
  await Promise.all(answers);
});

test('bodies of more than 2 MiB are processed one at a time, and others meanwhile', async () => {
  const answers = [post('/held', 'a', 3 * MIB), post('/held', 'b', 3 * MIB), post('/held', 'c', 2 * MIB)];
  await turns();
  expect(gate.entered).toEqual(expect.arrayContaining(['a', 'c']));
  expect(gate.entered).toHaveLength(2);
  gate.open('a');
  await answers[0];
  await turns();
  expect(gate.entered).toContain('b');
  gate.open('b');
  gate.open('c');
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['done', 'done', 'done']);
});
