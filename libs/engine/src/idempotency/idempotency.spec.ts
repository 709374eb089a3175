import { Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Clock, newId } from '#kernel';
import { Keyring } from '#engine/secrets';
import { InMemoryIdempotencyStore } from '../../testing/in-memory-idempotency-store.ts';
import { Idempotency, type KeyedRequest } from './idempotency.ts';
import { nextStep, readOnce, timeOfRequest } from './steps.ts';
import { JsonText } from '#support/json';

const keyring = new Keyring([Buffer.alloc(32, 1)]);
const HOUR_MS = 3_600_000;
const crash = (): never => {
  throw new Error('crashed');
};

class AdjustableClock extends Clock {
  time = Date.parse('2026-03-01T10:00:00.000Z');
  now(): Date {
    return new Date(this.time);
  }
}

let clock: AdjustableClock;
let store: InMemoryIdempotencyStore;
let idempotency: Idempotency;
/** What the steps changed. */
let effects: string[];
beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => {
  clock = new AdjustableClock();
  store = new InMemoryIdempotencyStore(keyring);
  idempotency = new Idempotency(store, keyring, clock);
  effects = [];
});

const DIGEST = randomBytes(32);
const request = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
  credential: 'token/1',
  key: 'one',
  digest: DIGEST,
  ...changes,
});

/** A transaction that changes something and returns `outcome`. */
async function change<T>(name: string, outcome: () => T): Promise<T> {
  const step = nextStep(name)!;
  if (step.done) return step.done.outcome as T;
  const result = step.run(outcome);
  store.insert(step.record(result));
  effects.push(name);
  step.committed();
  return result;
}

const run = (work: () => Promise<unknown>, changes?: Partial<KeyedRequest>) =>
  idempotency.run(request(changes), async () => ({ status: 201, body: await work() }));

test('a repeated request gets the stored response, and runs nothing', async () => {
  const first = await run(() => change('Order', newId));
  expect(await run(crash)).toEqual({ ...first, body: new JsonText(JSON.stringify(first.body)), isReplayed: true });
  expect([first.isReplayed, effects]).toEqual([false, ['Order']]);
});

test('a response without a body is repeated as such', async () => {
  await run(async () => undefined);
  expect(await run(crash)).toEqual({ status: 201, body: undefined, isReplayed: true });
});

test('an error is not stored: the request runs again', async () => {
  await expect(run(crash)).rejects.toThrow('crashed');
  expect(await run(async () => 'done')).toEqual({ status: 201, body: 'done', isReplayed: false });
});

test('a request with the same key is refused while the first one is under way', async () => {
  const gate = Promise.withResolvers<string>();
  const first = run(() => gate.promise);
  await expect(run(crash)).rejects.toThrow('under way');
  gate.resolve('done');
  expect((await first).body).toBe('done');
  expect((await run(crash)).isReplayed).toBe(true);
});

test('another request with the same key is refused, also if the first one was interrupted', async () => {
  await expect(run(async () => (await change('Order', newId), crash()))).rejects.toThrow('crashed');
  await expect(run(crash, { digest: randomBytes(32) })).rejects.toThrow('was used for another request');
});

test('keys of other credentials are independent', async () => {
  await run(async () => 'mine');
  expect(await run(async () => 'theirs', { credential: 'token/2' })).toMatchObject({ body: 'theirs', isReplayed: false });
});

test('a key can be used again 24 hours after the first attempt started', async () => {
  await run(async () => 'first');
  clock.time += 24 * HOUR_MS - 1;
  expect((await run(crash)).isReplayed).toBe(true);
  clock.time += 1;
  expect(await run(async () => 'second', { digest: randomBytes(32) })).toMatchObject({ body: 'second', isReplayed: false });
});

test('expired records are deleted', async () => {
  await run(() => change('Order', newId));
  clock.time += 24 * HOUR_MS - 1;
  await idempotency.deleteExpired(new AbortController().signal);
  expect(store.records.size).toBe(2);
  clock.time += 1;
  await idempotency.deleteExpired(new AbortController().signal);
  expect(store.records.size).toBe(0);
});

describe('after an interruption', () => {
  test('steps that are done return their outcome, and the others run', async () => {
    const work = (afterwards: () => void) => async () => {
      const customer = await change('Customer', () => ({ id: newId(), at: clock.now(), tags: new Map([['a', 1]]) }));
      afterwards();
      return { customer, order: await change('Order', newId) };
    };
    await expect(run(work(crash))).rejects.toThrow('crashed');
    clock.time += HOUR_MS;
    const { body, isReplayed } = await run(work(() => undefined));
    const started = new Date(clock.time - HOUR_MS);
    expect(body).toMatchObject({ customer: { at: started, tags: new Map([['a', 1]]) } });
    expect([isReplayed, effects]).toEqual([false, ['Customer', 'Order']]);
  });

  test('the same ids are made, whatever is skipped in between', async () => {
    const seen: string[][] = [];
    const work = async (): Promise<unknown> => {
      const order = newId('order');
      await change('Customer', () => (newId('order'), newId('customer')));
      seen.push([order, newId('order')]);
      return seen.length === 1 ? crash() : order;
    };
    await expect(run(work)).rejects.toThrow('crashed');
    await run(work);
    expect(seen[1]).toEqual(seen[0]);
    await run(async () => seen.push([newId('order'), newId('order')]), { key: 'two' });
    expect(seen[2]).not.toEqual(seen[0]);
  });

  test('a read that was stored with a step returns what it returned before', async () => {
    let seats = 1;
    const work = async () => {
      const free = await readOnce('seats', async () => seats);
      await change('Seat', () => seats--);
      return seats === 0 && effects.length === 1 && free === 1 ? 'assigned' : 'full';
    };
    await expect(run(async () => (await work(), crash()))).rejects.toThrow('crashed');
    expect(await run(work)).toMatchObject({ body: 'assigned', isReplayed: true });
  });

  test('time goes on when all stored steps are reached', async () => {
    const times: (Date | undefined)[] = [];
    const work = (afterwards: () => void) => async () => {
      times.push(timeOfRequest());
      await change('Seat', () => 1);
      afterwards();
      times.push(timeOfRequest());
    };
    const started = clock.now();
    await expect(run(work(crash))).rejects.toThrow('crashed');
    clock.time += HOUR_MS;
    await run(work(() => undefined));
    expect(times).toEqual([started, started, undefined]);
  });

  test('steps with the same name are numbered', async () => {
    const work = (afterwards: () => void) => async () => {
      const first = await change('Seat', newId);
      afterwards();
      return [first, await change('Seat', newId)];
    };
    await expect(run(work(crash))).rejects.toThrow('crashed');
    const { body } = await run(work(() => undefined));
    expect(new Set(body as string[]).size).toBe(2);
    expect(effects).toEqual(['Seat', 'Seat']);
  });
});

test('a response that cannot be stored is sent, and built again from the steps', async () => {
  const close = store.close.bind(store);
  store.close = async (keys) => {
    await close(keys);
    throw new Error('The disk is full');
  };
  const first = await run(() => change('Order', newId));
  expect(await run(() => change('Order', newId))).toEqual({ ...first, isReplayed: true });
  expect(effects).toEqual(['Order']);
});
