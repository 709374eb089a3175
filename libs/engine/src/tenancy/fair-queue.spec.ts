import { FairQueue, type FairQueueLimits, NoFreePlace, type Place } from './fair-queue.ts';
import { TenantOverloaded, WorkCancelled } from './tenant-overloaded.ts';
import { noteQuota, RequestContext } from './request-context.ts';

const LIMITS: FairQueueLimits = { places: 10, reserved: 2, maxWaiting: 100, maxWaitMs: 5_000 };

/** A queue with a log of what is granted and refused. */
class Line {
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
    const line = new Line();
    for (const tenant of ['a', 'b', 'c', 'd']) line.take(tenant, 20);
    expect(['a', 'b', 'c', 'd'].map((tenant) => line.countOf(tenant))).toEqual([4, 2, 1, 1]);
  });

  test('tenants that are counted together have the share of one', () => {
    for (const branch of ['branch', 'other branch']) noteQuota(branch, 'head office');
    const line = new Line();
    for (const tenant of ['branch', 'head office', 'other branch', 'b', 'c']) line.take(tenant, 20);
    const counts = ['branch', 'head office', 'other branch', 'b', 'c'].map((tenant) => line.countOf(tenant));
    expect(counts).toEqual([4, 0, 0, 2, 1]);
  });

  test('what is reserved for the service is free when the tenants have taken the rest', () => {
    const line = new Line();
    for (const tenant of ['a', 'b', 'c', 'd', 'e']) line.take(tenant, 20);
    line.take(null, 3);
    expect(line.countOf('service')).toBe(2);
  });

  test('the service takes everything that is free', () => {
    const line = new Line();
    line.take(null, 12);
    expect(line.countOf('service')).toBe(10);
    line.take('a');
    expect(line.countOf('a')).toBe(0);
  });

  test.each([
    [2, 1, 1],
    [3, 1, 1],
    [5, 1, 2],
    [20, 4, 8],
  ])('of %i places, of which %i are reserved, a tenant gets %i', (places, reserved, expected) => {
    const line = new Line({ places, reserved });
    line.take('a', 50);
    expect(line.countOf('a')).toBe(expected);
  });

  test('a tenant can be limited to fewer', () => {
    const line = new Line({ maxPerTenant: 1 });
    line.take('a', 3);
    line.take('b', 3);
    expect(line.log).toEqual(['a', 'b']);
    expect(line.release('a')).toEqual(['a']);
  });
});

describe('turns', () => {
  test('tenants take turns, whoever has the longer line', () => {
    const line = new Line({ places: 1, reserved: 0 });
    line.take('a', 4);
    line.take('b', 2);
    line.take('c', 1);
    expect(line.log).toEqual(['a']);
    const order = ['a', 'b', 'c', 'a', 'b', 'a'].map((tenant) => line.release(tenant));
    expect(order).toEqual([['b'], ['c'], ['a'], ['b'], ['a'], ['a']]);
  });

  test('the service goes first', () => {
    const line = new Line({ places: 1, reserved: 0 });
    line.take('a', 2);
    line.take('b');
    line.take(null);
    expect(line.release('a')).toEqual(['service']);
    expect(line.release('service')).toEqual(['b']);
  });

  test('work that holds what others of its tenant wait for goes like the service', () => {
    const line = new Line();
    line.take('a', 20);
    line.take('a', 1, { first: true });
    expect(line.countOf('a')).toBe(5);
  });

  test('a place that is free again goes to the tenant that waited for its share', () => {
    const line = new Line();
    line.take('a', 6);
    expect(line.countOf('a')).toBe(4);
    expect(line.release('a')).toEqual(['a']);
    expect(line.release('a')).toEqual(['a']);
    expect(line.release('a')).toEqual([]);
  });
});

describe('places that wait for a lock', () => {
  const [locked, other, third] = [{ operation: 'locked' }, { operation: 'other' }, { operation: 'third' }];

  test('count as one, so that other operations of the tenant go on, and others find a place', () => {
    const line = new Line();
    line.take('a', 6, locked);
    line.take('a', 3, other);
    expect(line.log).toEqual(Array(4).fill('a locked'));
    expect(line.waitForLock('a locked')).toEqual(['a other']);
    line.take('a', 2, third);
    line.take('b', 2);
    expect(line.log.slice(5)).toEqual(['a third', 'b']);
  });

  test('each operation has one place until none waits any more', () => {
    const line = new Line();
    line.take('a', 5, locked);
    line.waitForLock('a locked');
    line.take('a', 2, other);
    expect(line.log.slice(4)).toEqual(['a other']);
    expect(line.release('a other')).toEqual(['a other']);
    for (let place = 0; place < 3; place++) expect(line.release('a locked')).toEqual([]);
    expect(line.release('a locked')).toEqual(['a locked']);
    line.take('a', 2, other);
    expect(line.log.slice(-2)).toEqual(['a other', 'a other']);
  });

  test('count again when they do not wait any more', () => {
    const line = new Line();
    line.take('a', 4, locked);
    line.waitForLock('a locked');
    line.waitForLock('a locked', false);
    line.take('a', 1, other);
    expect(line.countOf('a other')).toBe(0);
    expect(line.release('a locked')).toEqual(['a other']);
  });

  test('operations that wait for the lock one after the other leave a place for others', () => {
    const line = new Line();
    for (const operation of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      line.take('a', 4, { operation });
      if (line.countOf(`a ${operation}`) > 0) line.waitForLock(`a ${operation}`);
    }
    line.take('b');
    expect(line.log.at(-1)).toBe('b');
  });

  test('do not make their tenant slow', () => {
    const line = new Line();
    line.take('b');
    line.release('b');
    line.take('a', 1, locked);
    line.waitForLock('a locked');
    jest.advanceTimersByTime(3_000);
    line.take('b');
    line.release('b');
    line.release('a locked');
    line.take('a', 2, other);
    expect(line.countOf('a other')).toBe(2);
  });
});

describe('limits of waiting', () => {
  test('a full line refuses more of its tenant, and nobody else', () => {
    const line = new Line({ maxWaiting: 2 });
    line.take('a', 7);
    expect(line.log).toEqual(['a', 'a', 'a', 'a', 'a: TenantOverloaded']);
    line.take('b');
    expect(line.log.at(-1)).toBe('b');
  });

  test('a long wait is refused as the load of the tenant that holds its share, and as a shortage for a tenant that holds none', () => {
    const line = new Line({ places: 2, reserved: 0 });
    line.take('a', 2);
    line.take('b');
    line.take('c');
    line.take(null);
    jest.advanceTimersByTime(5_000);
    expect(line.log).toEqual(['a', 'b', 'a: TenantOverloaded', 'c: NoFreePlace', 'service: NoFreePlace']);
    expect([new TenantOverloaded('').retryAfter, new NoFreePlace().message]).toEqual([
      1,
      'timeout exceeded when trying to connect',
    ]);
    expect(line.release('a')).toEqual([]);
  });

  test('background work waits without a limit', () => {
    const line = new Line({ maxWaiting: 1 });
    line.take('a', 8, { isBackground: true });
    jest.advanceTimersByTime(60_000);
    expect(line.log).toEqual(['a', 'a', 'a', 'a']);
    expect(line.release('a')).toEqual(['a']);
  });

  test('cancelled work gives up its place in the line, and only that', () => {
    const line = new Line();
    line.take('a', 4);
    const cancel = line.take('a', 2);
    line.take('a');
    cancel();
    expect(line.log.slice(4)).toEqual([`a: ${WorkCancelled.name}`, `a: ${WorkCancelled.name}`]);
    expect(line.release('a')).toEqual(['a']);
    jest.advanceTimersByTime(60_000);
    expect(line.log).toHaveLength(7);
  });
});

test('nothing is kept of tenants that hold nothing and wait for nothing', () => {
  const line = new Line();
  line.take('a', 5);
  for (let place = 0; place < 5; place++) line.release('a');
  expect((line as unknown as { queue: { shares: Map<string, unknown> } }).queue.shares.size).toBe(0);
});
