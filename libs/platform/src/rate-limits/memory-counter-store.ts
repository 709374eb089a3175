import type { WallClock } from '#kernel';
import { type Count, type Counter, CounterStore, type Counting, type CountingResult } from './counter-store.ts';

/** About 150 bytes of memory each. */
const MAX_COUNTERS = 40_000;

interface Entry {
  count: number;
  readonly startedAt: number;
  readonly expiresAt: number;
}

/** Counters in the memory of this process. Beyond `maxCounters` of a limit, the least recently used ones are dropped. */
export class MemoryCounterStore extends CounterStore {
  private readonly limits = new Map<string, Entries>();

  constructor(
    private readonly clock: WallClock,
    private readonly maxCounters = MAX_COUNTERS,
  ) {
    super();
  }

  async add({ limit, counters, block }: Counting): Promise<CountingResult> {
    const now = this.clock.now().getTime();
    const entries = this.entriesOf(limit);
    const blockedUntil = block && entries.get(blockName(block.name), now)?.expiresAt;
    if (blockedUntil !== undefined) return { outcome: 'blocked', blockedMs: blockedUntil - now };
    const found = counters.map(({ name }) => entries.get(name, now));
    if (counters.every(({ amount, max }, index) => (found[index]?.count ?? 0) + amount <= max)) {
      const counts = counters.map((counter, index) => countIn(entries, counter, found[index], now));
      return { outcome: 'within', counts };
    }
    if (block) {
      entries.set(blockName(block.name), { count: 1, startedAt: now, expiresAt: now + block.seconds * 1000 });
      return { outcome: 'blocked', blockedMs: block.seconds * 1000 };
    }
    return { outcome: 'exceeded', counts: counters.map((counter, index) => stateOf(counter, found[index], now)) };
  }

  async subtract({ limit, counters }: Counting): Promise<void> {
    const now = this.clock.now().getTime();
    const entries = this.entriesOf(limit);
    for (const { name, amount } of counters) {
      const entry = entries.get(name, now);
      if (entry) entry.count = Math.max(0, entry.count - amount);
    }
  }

  private entriesOf(limit: string): Entries {
    const entries = this.limits.get(limit) ?? new Entries(this.maxCounters);
    this.limits.set(limit, entries);
    return entries;
  }
}

const blockName = (name: string): string => `block ${name}`;

const stateOf = ({ seconds }: Counter, entry: Entry | undefined, now: number): Count =>
  entry ? { count: entry.count, resetMs: entry.expiresAt - now } : { count: 0, resetMs: seconds * 1000 };

function countIn(entries: Entries, counter: Counter, found: Entry | undefined, now: number): Count {
  const entry = found ?? { count: 0, startedAt: now, expiresAt: now + counter.seconds * 1000 };
  entry.count += counter.amount;
  if (!found) entries.set(counter.name, entry);
  return stateOf(counter, entry, now);
}

/** Entries by name, the least recently used first. */
class Entries {
  private readonly byName = new Map<string, Entry>();

  constructor(private readonly max: number) {}

  /** The entry, unless it has expired, or the clock was set back behind its start. It becomes the most recently used one. */
  get(name: string, now: number): Entry | undefined {
    const entry = this.byName.get(name);
    if (!entry) return undefined;
    this.byName.delete(name);
    if (entry.expiresAt <= now || entry.startedAt > now) return undefined;
    this.byName.set(name, entry);
    return entry;
  }

  set(name: string, entry: Entry): void {
    this.byName.set(name, entry);
    if (this.byName.size <= this.max) return;
    const [oldest] = this.byName.keys() as Iterable<string> as [string];
    this.byName.delete(oldest);
  }
}
