import type { Sync } from '#kernel';
import { TestClock } from '../src/domain/test-clock.ts';
import { type ClockMove, TestClocks } from '../src/domain/test-clocks.ts';

export class InMemoryTestClocks extends TestClocks {
  private readonly clocks = new Map<string, { readonly clock: TestClock; readonly revision: number }>();
  private last = 0;

  async change<T>(organizationId: string, by: (clock: TestClock) => Sync<T>): Promise<T> {
    const clock = this.clocks.get(organizationId)?.clock ?? new TestClock(organizationId);
    const outcome = by(clock);
    this.last += 1;
    this.clocks.set(organizationId, { clock, revision: this.last });
    return outcome as T;
  }

  async movedSince(revision: number): Promise<readonly ClockMove[]> {
    return [...this.clocks.values()]
      .filter((each) => each.revision > revision)
      .map((each) => ({ organizationId: each.clock.organizationId, aheadMs: each.clock.aheadMs, revision: each.revision }))
      .sort((one, other) => one.revision - other.revision);
  }

  async settle({ organizationId, revision }: Pick<ClockMove, 'organizationId' | 'revision'>): Promise<void> {
    const found = this.clocks.get(organizationId);
    if (found?.revision === revision) found.clock.status = 'ready';
  }
}
