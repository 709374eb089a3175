import { runInContext, STATEMENT_MS, TenantOverloaded, RequestContext } from '#engine/tenancy';
import { GroupedTransactions } from './grouped-transactions.ts';

interface Call {
  readonly name: string;
  readonly size?: number;
  resolve(): void;
  reject(error: unknown): void;
}

const LIMITS = { maxCallSize: 10, maxSize: 20, maxWaiting: 30, maxWaitMs: 60_000 };

/** Transactions that fail if they contain a call with the name `faulty`, or with the error given for them. */
function transactions(limits = LIMITS, failure?: Error) {
  const stored: string[][] = [];
  const run = async (calls: readonly Call[]): Promise<() => void> => {
    stored.push(calls.map(({ name }) => name));
    if (failure) throw failure;
    if (calls.some(({ name }) => name === 'faulty')) throw new Error('refused');
    return () => calls.forEach((call) => call.resolve());
  };
  const shared = new GroupedTransactions<Call>(run, limits);
  const add = (name: string, { tenant = 'tenant', size }: { tenant?: string | null; size?: number } = {}): Promise<string> =>
    new Promise((resolve, reject) => shared.add(tenant, { name, ...(size && { size }), resolve: () => resolve(name), reject }));
  return { stored, shared, add };
}

test('concurrent calls of a tenant share a transaction, in the order of their arrival', async () => {
  const { stored, add } = transactions();
  await Promise.all(['a', 'b', 'c'].map((name) => add(name)));
  expect(stored).toEqual([['a', 'b', 'c']]);
});

test('calls of two tenants do not share a transaction', async () => {
  const { stored, add } = transactions();
  await Promise.all([add('a', { tenant: 'one' }), add('b', { tenant: 'other' }), add('c', { tenant: 'one' })]);
  expect(stored).toEqual([['a', 'c'], ['b']]);
});

test('calls without a tenant share transactions', async () => {
  const { stored, add } = transactions();
  await Promise.all(['a', 'b'].map((name) => add(name, { tenant: null })));
  expect(stored).toEqual([['a', 'b']]);
});

test('calls that arrive during a transaction form the next one', async () => {
  const { stored, add } = transactions();
  await Promise.all([add('a').then(() => add('d')), new Promise(setImmediate).then(() => Promise.all([add('b'), add('c')]))]);
  expect(stored).toEqual([['a'], ['b', 'c', 'd']]);
});

test('a transaction has a maximum size', async () => {
  const { stored, add } = transactions();
  await Promise.all(['a', 'b', 'c'].map((name) => add(name, { size: 10 })));
  expect(stored).toEqual([['a', 'b'], ['c']]);
});

test('if a transaction fails, each call is repeated by itself, and only the faulty one is rejected', async () => {
  const { stored, add } = transactions();
  const outcomes = await Promise.allSettled(['a', 'faulty', 'c'].map((name) => add(name)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored).toEqual([['a', 'faulty', 'c'], ['a'], ['faulty'], ['c']]);
});

test.each([
  new TenantOverloaded('Too many'),
  Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }),
])('nothing is repeated after: %s', async (failure) => {
  const { stored, add } = transactions(LIMITS, failure);
  const outcomes = await Promise.allSettled(['a', 'b'].map((name) => add(name)));
  expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason)).toEqual([failure, failure]);
  expect(stored).toEqual([['a', 'b']]);
});

test('a tenant with too many calls waiting gets a refusal', async () => {
  const { add } = transactions({ ...LIMITS, maxWaiting: 2 });
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => add(name)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect((outcomes[2] as PromiseRejectedResult).reason).toBeInstanceOf(TenantOverloaded);
});

test('calls that waited too long get a refusal', async () => {
  const { stored, add } = transactions({ ...LIMITS, maxWaitMs: -1 });
  await expect(add('a')).rejects.toBeInstanceOf(TenantOverloaded);
  expect(stored).toEqual([]);
});

test('a large call, and one whose statements may take long, do not share', () => {
  const { shared } = transactions();
  const call = (size: number): Call => ({ name: 'a', size, resolve: () => undefined, reject: () => undefined });
  expect(shared.takes(call(10))).toBe(true);
  expect(shared.takes(call(11))).toBe(false);
  const context = new RequestContext({ tenant: 'tenant', statementMs: STATEMENT_MS.long });
  expect(runInContext(context, () => shared.takes(call(1)))).toBe(false);
});
