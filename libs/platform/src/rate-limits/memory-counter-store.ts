import { createHash } from 'node:crypto';
import type { WallClock } from '#kernel';
import {
  type Block,
  BLOCKS_FORGOTTEN_AFTER,
  type Count,
  type Counter,
  CounterStore,
  type Counting,
  type CountingResult,
} from './counter-store.ts';

/** About 150 bytes of memory each, and 8 bytes for each item. */
const MAX_COUNTERS = 40_000;

interface Entry {
  count: number;
  /** The digests of items, one after the other. */
  items: string;
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

  async add({ limit, counters: given, item, block }: Counting): Promise<CountingResult> {
    const now = this.clock.now().getTime();
    const entries = this.entriesOf(limit);
    const blockedUntil = block && entries.get(blockName(block.name), now)?.expiresAt;
    if (blockedUntil !== undefined) return { outcome: 'blocked', blockedMs: blockedUntil - now };
    const found = given.map(({ name }) => entries.get(name, now));
    const digest = item === undefined ? '' : digestOf(item);
    const counters = given.map((each, index) => (has(found[index], digest) ? { ...each, amount: 0 } : each));
    if (counters.every(({ amount, max }, index) => (found[index]?.count ?? 0) + amount <= max)) {
      const counts = counters.map((counter, index) => countIn(entries, counter, { found: found[index], digest, now }));
      return { outcome: 'within', counts };
    }
    if (block) {
      const blockedMs = secondsOfBlock(entries, block, now) * 1000;
      entries.set(blockName(block.name), newEntry(now, blockedMs));
      return { outcome: 'blocked', blockedMs };
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

const newEntry = (now: number, lastsMs: number): Entry => ({ count: 0, items: '', startedAt: now, expiresAt: now + lastsMs });

const DIGEST_LENGTH = 8;
const digestOf = (item: string): string => createHash('sha256').update(item).digest('base64url').slice(0, DIGEST_LENGTH);

function has(entry: Entry | undefined, digest: string): boolean {
  if (!entry || digest === '') return false;
  for (let at = entry.items.indexOf(digest); at >= 0; at = entry.items.indexOf(digest, at + 1)) {
    if (at % DIGEST_LENGTH === 0) return true;
  }
  return false;
}

/** Counts the block among those of its name. */
function secondsOfBlock(entries: Entries, { name, seconds, firstSeconds = seconds }: Block, now: number): number {
  const before = entries.get(`blocks ${name}`, now)?.count ?? 0;
  entries.set(`blocks ${name}`, { ...newEntry(now, BLOCKS_FORGOTTEN_AFTER * 1000), count: before + 1 });
  return Math.min(seconds, firstSeconds * 2 ** before);
}

const stateOf = ({ seconds }: Counter, entry: Entry | undefined, now: number): Count =>
  entry ? { count: entry.count, resetMs: entry.expiresAt - now } : { count: 0, resetMs: seconds * 1000 };

interface Counted {
  readonly found: Entry | undefined;
  readonly digest: string;
  readonly now: number;
}

function countIn(entries: Entries, counter: Counter, { found, digest, now }: Counted): Count {
  const entry = found ?? newEntry(now, counter.seconds * 1000);
  entry.count += counter.amount;
  if (counter.amount > 0) entry.items += digest;
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
