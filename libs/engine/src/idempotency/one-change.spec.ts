import { Keyring } from '#engine/secrets';
import { JsonText } from '#support/json';
import { InMemoryIdempotencyStore } from '../../testing/in-memory-idempotency-store.ts';
import { SettableClock } from '../../../../test/support/settable-clock.ts';
import { Idempotency } from './idempotency.ts';
import { EarlierAttemptFound } from './opening.ts';
import { respondToRequestWith, asStep, nextStep } from './steps.ts';

const keyring = new Keyring([Buffer.alloc(32, 1)]);
const DAY_MS = 24 * 3_600_000;
const REQUEST = { credential: 'token/1', key: 'one', digest: Buffer.alloc(32, 2) };
const crash = (): never => {
  throw new Error('crashed');
};

let clock: SettableClock;
let store: InMemoryIdempotencyStore;
let idempotency: Idempotency;
/** How often the change was made. */
let changes: number;
beforeEach(() => {
  clock = new SettableClock();
  store = new InMemoryIdempotencyStore(keyring);
  idempotency = new Idempotency(store, keyring, clock);
  changes = 0;
});

/** A change as a group commit makes it; its outcome is the number of changes. */
async function change(): Promise<number> {
  const step = nextStep('Key')!;
  if (step.done) return step.done.outcome as number;
  const isKnown = [...store.records.values()].some(({ key }) => step.opening?.some((each) => each.equals(key)));
  if (isKnown && step.opening) throw new EarlierAttemptFound();
  const outcome = step.run(() => changes + 1);
  store.insert(step.record(outcome));
  changes += 1;
  step.committed();
  return outcome;
}

/** A request whose response is built within the transaction, or with `lookUp` afterwards. */
const run = ({ lookUp = false, afterwards = () => undefined as void, digest = REQUEST.digest } = {}) =>
  idempotency.runAsOneChange({ ...REQUEST, digest }, async () => {
    respondToRequestWith<number>((count) => (lookUp ? undefined : { status: 200, body: { count } }));
    const count = await change();
    afterwards();
    return { status: 200, body: { count } };
  });

test('the response is stored with the change, and repeated', async () => {
  expect(await run()).toEqual({ status: 200, body: { count: 1 }, isReplayed: false });
  expect(store.records.size).toBe(1);
  expect(await run()).toEqual({ status: 200, body: new JsonText('{"count":1}'), isReplayed: true });
  expect(changes).toBe(1);
});

test('a request that is interrupted after the change gets its response when it is repeated', async () => {
  await expect(run({ afterwards: crash })).rejects.toThrow('crashed');
  expect(await run()).toMatchObject({ body: new JsonText('{"count":1}'), isReplayed: true });
  expect(changes).toBe(1);
});

test('a response for which something is looked up is stored afterwards', async () => {
  expect(await run({ lookUp: true })).toEqual({ status: 200, body: { count: 1 }, isReplayed: false });
  expect(await run({ lookUp: true })).toMatchObject({ body: new JsonText('{"count":1}'), isReplayed: true });
  expect(changes).toBe(1);
});

test('a change that fails stores nothing: the request runs again', async () => {
  await expect(idempotency.runAsOneChange(REQUEST, crash)).rejects.toThrow('crashed');
  expect(await run()).toMatchObject({ body: { count: 1 }, isReplayed: false });
});

test('another request with the same key is refused', async () => {
  await run();
  await expect(run({ digest: Buffer.alloc(32, 3) })).rejects.toThrow('was used for another request');
});

test('a request with the same key is refused while the first one is under way', async () => {
  const gate = Promise.withResolvers<void>();
  const first = idempotency.runAsOneChange(REQUEST, async () => {
    await gate.promise;
    respondToRequestWith<number>((count) => ({ status: 200, body: count }));
    return { status: 200, body: await change() };
  });
  await expect(run()).rejects.toThrow('under way');
  gate.resolve();
  expect(await first).toMatchObject({ body: 1, isReplayed: false });
});

test('a key can be used again after 24 hours', async () => {
  await run();
  clock.pass(DAY_MS);
  expect(await run({ digest: Buffer.alloc(32, 3) })).toMatchObject({ body: { count: 2 }, isReplayed: false });
});

test('another kind of transaction is refused: it would not look up the key', async () => {
  const work = async () => ({ status: 200, body: await asStep('Order', async () => 1) });
  await expect(idempotency.runAsOneChange(REQUEST, work)).rejects.toThrow('Order is no change of a group commit');
});
