import { FairQueue, type FairQueueLimits, NoFreePlace, type Place } from './fair-queue.ts';
import { TenantOverloaded, WorkCancelled } from './tenant-overloaded.ts';
import { noteQuota, RequestContext } from './request-context.ts';

const LIMITS: FairQueueLimits = { places: 10, reserved: 2, maxWaiting: 100, maxWaitMs: 5_000 };

/** A queue with a log of what is granted and refused. */
class TestQueue {
  readonly log: string[] = [];
  private readonly places = new Map<string, Place[]>();
  private readonly queue: FairQueue;

  constructor(limits: Partial<FairQueueLimits> = {}) {
    this.queue = new FairQueue({ ...LIMITS, ...limits });
  }

  /** Returns a function that cancels the work. */
  take(
    tenant: string | null,
    times = 1,
    options: { first?: boolean; isBackground?: boolean; operation?: string } = {},
  ): () => void {
    const listeners = new Set<() => void>();
    const onCancel = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const { operation, isBackground } = options;
    const context = new RequestContext({ tenant, operation, isBackground, onCancel });
    const name = [tenant ?? 'service', operation].filter((part) => part !== undefined).join(' ');
    for (let time = 0; time < times; time++) {
      const granted = (place: Place): void => {
        this.log.push(name);
        this.places.set(name, [...(this.places.get(name) ?? []), place]);
      };
      this.queue.take(context, { granted, refused: (error) => this.log.push(`${name}: ${error.constructor.name}`) }, options);
    }
    return () => listeners.forEach((listener) => listener());
  }

  /** The log of what follows. */
  release(name: string): string[] {
    const before = this.log.length;
    this.places.get(name)!.shift()!.release();
    return this.log.slice(before);
  }

  /** All places of the name wait for a lock, or do not any more. The log of what follows. */
  waitForLock(name: string, isWaiting = true): string[] {
    const before = this.log.length;
    for (const place of this.places.get(name)!) place.waitsForLock(isWaiting);
    return this.log.slice(before);
  }

  countOf(name: string): number {
    return this.log.filter((each) => each === name).length;
  }
}

const { jest } = import.meta;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('shares', () => {
  test('a tenant that asks for everything gets half of what tenants may have; every further one finds a place', () => {
    const queue = new TestQueue();
    for (const tenant of ['a', 'b', 'c', 'd']) queue.take(tenant, 20);
    expect(['a', 'b', 'c', 'd'].map((tenant) => queue.countOf(tenant))).toEqual([4, 2, 1, 1]);
  });

  test('tenants that are counted together have the share of one', () => {
    for (const branch of ['branch', 'other branch']) noteQuota(branch, 'head office');
    const queue = new TestQueue();
    for (const tenant of ['branch', 'head office', 'other branch', 'b', 'c']) queue.take(tenant, 20);
    const counts = ['branch', 'head office', 'other branch', 'b', 'c'].map((tenant) => queue.countOf(tenant));
    expect(counts).toEqual([4, 0, 0, 2, 1]);
  });

  test('what is reserved for the service is free when the tenants have taken the rest', () => {
    const queue = new TestQueue();
    for (const tenant of ['a', 'b', 'c', 'd', 'e']) queue.take(tenant, 20);
    queue.take(null, 3);
    expect(queue.countOf('service')).toBe(2);
  });

  test('the service takes everything that is free', () => {
    const queue = new TestQueue();
    queue.take(null, 12);
    expect(queue.countOf('service')).toBe(10);
    queue.take('a');
    expect(queue.countOf('a')).toBe(0);
  });

  test.each([
    [2, 1, 1],
    [3, 1, 1],
    [5, 1, 2],
    [20, 4, 8],
  ])('of %i places, of which %i are reserved, a tenant gets %i', (places, reserved, expected) => {
    const queue = new TestQueue({ places, reserved });
    queue.take('a', 50);
    expect(queue.countOf('a')).toBe(expected);
  });

  test('a tenant can be limited to fewer', () => {
    const queue = new TestQueue({ maxPerTenant: 1 });
    queue.take('a', 3);
    queue.take('b', 3);
    expect(queue.log).toEqual(['a', 'b']);
    expect(queue.release('a')).toEqual(['a']);
  });
});

describe('turns', () => {
  test('tenants take turns, whoever has the longer queue', () => {
    const queue = new TestQueue({ places: 1, reserved: 0 });
    queue.take('a', 4);
    queue.take('b', 2);
    queue.take('c', 1);
    expect(queue.log).toEqual(['a']);
    const order = ['a', 'b', 'c', 'a', 'b', 'a'].map((tenant) => queue.release(tenant));
    expect(order).toEqual([['b'], ['c'], ['a'], ['b'], ['a'], ['a']]);
  });

  test('the service goes first', () => {
    const queue = new TestQueue({ places: 1, reserved: 0 });
    queue.take('a', 2);
    queue.take('b');
    queue.take(null);
    expect(queue.release('a')).toEqual(['service']);
    expect(queue.release('service')).toEqual(['b']);
  });

  test('work that holds what others of its tenant wait for goes like the service', () => {
    const queue = new TestQueue();
    queue.take('a', 20);
    queue.take('a', 1, { first: true });
    expect(queue.countOf('a')).toBe(5);
  });

  test('a place that is free again goes to the tenant that waited for its share', () => {
    const queue = new TestQueue();
    queue.take('a', 6);
    expect(queue.countOf('a')).toBe(4);
    expect(queue.release('a')).toEqual(['a']);
    expect(queue.release('a')).toEqual(['a']);
    expect(queue.release('a')).toEqual([]);
  });
});

describe('places that wait for a lock', () => {
  const [locked, other, third] = [{ operation: 'locked' }, { operation: 'other' }, { operation: 'third' }];

  test('count as one, so that other operations of the tenant go on, and others find a place', () => {
    const queue = new TestQueue();
    queue.take('a', 6, locked);
    queue.take('a', 3, other);
    expect(queue.log).toEqual(Array(4).fill('a locked'));
    expect(queue.waitForLock('a locked')).toEqual(['a other']);
    queue.take('a', 2, third);
    queue.take('b', 2);
    expect(queue.log.slice(5)).toEqual(['a third', 'b']);
  });

  test('each operation has one place until none waits any more', () => {
    const queue = new TestQueue();
    queue.take('a', 5, locked);
    queue.waitForLock('a locked');
    queue.take('a', 2, other);
    expect(queue.log.slice(4)).toEqual(['a other']);
    expect(queue.release('a other')).toEqual(['a other']);
    for (let place = 0; place < 3; place++) expect(queue.release('a locked')).toEqual([]);
    expect(queue.release('a locked')).toEqual(['a locked']);
    queue.take('a', 2, other);
    expect(queue.log.slice(-2)).toEqual(['a other', 'a other']);
  });

  test('count again when they do not wait any more', () => {
    const queue = new TestQueue();
    queue.take('a', 4, locked);
    queue.waitForLock('a locked');
    queue.waitForLock('a locked', false);
    queue.take('a', 1, other);
    expect(queue.countOf('a other')).toBe(0);
    expect(queue.release('a locked')).toEqual(['a other']);
  });

  test('operations that wait for the lock one after the other leave a place for others', () => {
    const queue = new TestQueue();
    for (const operation of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      queue.take('a', 4, { operation });
      if (queue.countOf(`a ${operation}`) > 0) queue.waitForLock(`a ${operation}`);
    }
    queue.take('b');
    expect(queue.log.at(-1)).toBe('b');
  });

  test('do not make their tenant slow', () => {
    const queue = new TestQueue();
    queue.take('b');
    queue.release('b');
    queue.take('a', 1, locked);
    queue.waitForLock('a locked');
    jest.advanceTimersByTime(3_000);
    queue.take('b');
    queue.release('b');
    queue.release('a locked');
    queue.take('a', 2, other);
    expect(queue.countOf('a other')).toBe(2);
  });
});

describe('limits of waiting', () => {
  test('a full queue refuses more of its tenant, and nobody else', () => {
    const queue = new TestQueue({ maxWaiting: 2 });
    queue.take('a', 7);
    expect(queue.log).toEqual(['a', 'a', 'a', 'a', 'a: TenantOverloaded']);
    queue.take('b');
    expect(queue.log.at(-1)).toBe('b');
  });

  test('a long wait is refused as the load of the tenant that holds its share, and as a shortage for a tenant that holds none', () => {
    const queue = new TestQueue({ places: 2, reserved: 0 });
    queue.take('a', 2);
    queue.take('b');
    queue.take('c');
    queue.take(null);
    jest.advanceTimersByTime(5_000);
    expect(queue.log).toEqual(['a', 'b', 'a: TenantOverloaded', 'c: NoFreePlace', 'service: NoFreePlace']);
    expect([new TenantOverloaded('').retryAfter, new NoFreePlace().message]).toEqual([
      1,
      'timeout exceeded when trying to connect',
    ]);
    expect(queue.release('a')).toEqual([]);
  });

  test('background work waits without a limit', () => {
    const queue = new TestQueue({ maxWaiting: 1 });
    queue.take('a', 8, { isBackground: true });
    jest.advanceTimersByTime(60_000);
    expect(queue.log).toEqual(['a', 'a', 'a', 'a']);
    expect(queue.release('a')).toEqual(['a']);
  });

  test('cancelled work gives up its place in the queue, and only that', () => {
    const queue = new TestQueue();
    queue.take('a', 4);
    const cancel = queue.take('a', 2);
    queue.take('a');
    cancel();
    expect(queue.log.slice(4)).toEqual([`a: ${WorkCancelled.name}`, `a: ${WorkCancelled.name}`]);
    expect(queue.release('a')).toEqual(['a']);
    jest.advanceTimersByTime(60_000);
    expect(queue.log).toHaveLength(7);
  });
});

test('nothing is kept of tenants that hold nothing and wait for nothing', () => {
  const queue = new TestQueue();
  queue.take('a', 5);
  for (let place = 0; place < 5; place++) queue.release('a');
  expect((queue as unknown as { queue: { shares: Map<string, unknown> } }).queue.shares.size).toBe(0);
});
