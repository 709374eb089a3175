import Fastify, { type FastifyInstance } from 'fastify';
import { requestActivity } from '#engine/tenancy';
import { requestContexts } from './request-contexts.ts';
import { slowRefusals } from './body-limit.ts';

const { jest } = import.meta;

let fastify: FastifyInstance;

beforeEach(() => {
  fastify = Fastify();
  requestContexts(fastify, () => undefined);
  slowRefusals(fastify);
  fastify.get('/refused', (request, reply) => {
    request.requestContext.tenant = 'tenant';
    void reply.status(429).send('refused');
  });
  fastify.get('/failed', (request, reply) => {
    request.requestContext.tenant = 'tenant';
    request.hasBusySubject = true;
    void reply.status(401).send('failed');
  });
  fastify.get('/succeeded', (request, reply) => {
    request.requestContext.tenant = 'tenant';
    request.hasBusySubject = true;
    void reply.send('succeeded');
  });
  fastify.get('/served', (request, reply) => {
    request.requestContext.tenant = 'tenant';
    void reply.send('served');
  });
});

afterEach(async () => {
  jest.useRealTimers();
  await fastify.close();
});

/** Time stands still until a test advances it. */
const stopTime = (): void => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });

/** Lets everything happen that needs no timer. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

test('a refusal waits for a second while another tenant is active; other responses do not', async () => {
  await fastify.ready();
  stopTime();
  requestActivity.note('other', performance.now());
  const done: string[] = [];
  const refused = fastify.inject('/refused').then(() => done.push('refused'));
  await fastify.inject('/served').then(() => done.push('served'));
  await settle();
  expect(done).toEqual(['served']);
  jest.advanceTimersByTime(1_000);
  await refused;
  expect(done).toEqual(['served', 'refused']);
});

test('whoever fails at a subject at which many try waits, too; whoever succeeds does not', async () => {
  await fastify.ready();
  stopTime();
  requestActivity.note('other', performance.now());
  const done: string[] = [];
  const failed = fastify.inject('/failed').then(() => done.push('failed'));
  await fastify.inject('/succeeded').then(() => done.push('succeeded'));
  await settle();
  expect(done).toEqual(['succeeded']);
  jest.advanceTimersByTime(1_000);
  await failed;
  expect(done).toEqual(['succeeded', 'failed']);
});

test('without another tenant a refusal is sent at once', async () => {
  await fastify.ready();
  stopTime();
  requestActivity.note('other', performance.now() - 2_000);
  requestActivity.note('tenant', performance.now());
  expect((await fastify.inject('/refused')).statusCode).toBe(429);
});
