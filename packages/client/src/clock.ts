import { parseObject } from './bytes.ts';
import { TOLERANCE } from './key-set.ts';
import type { Storage } from './storage/storage.ts';

const NAME = 'clock';
/** A time that is this little later is not written again. */
const WORTH_WRITING = 60;
const MS = 1000;

/**
 * The time of the machine, and the latest that was ever seen. A clock that was set back would keep a lease valid for longer. Times are
 * seconds.
 */
export class Clock {
  private latest: number | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly readMs: () => number,
  ) {}

  now(): number {
    return Math.floor(this.readMs() / MS);
  }

  /** Whether the clock shows a time before one that was seen earlier; remembers the time if it does not. */
  async wasSetBack(): Promise<boolean> {
    const now = this.now();
    const latest = await this.latestSeen();
    if (now < latest - TOLERANCE) return true;
    if (now > latest + WORTH_WRITING) await this.remember(now);
    return false;
  }

  /**
   * The service has just said what time it is, for a request of now. This is the latest time from now on, also if the clock of the
   * machine was ahead for a while and left a later one behind.
   */
  async correct(time: number): Promise<void> {
    if (Math.abs(time - (await this.latestSeen())) > WORTH_WRITING) await this.remember(time);
  }

  /** A signed time of some day in the past: it is later than that now. */
  async atLeast(time: number): Promise<void> {
    if (time > (await this.latestSeen()) + WORTH_WRITING) await this.remember(time);
  }

  private async latestSeen(): Promise<number> {
    if (this.latest === undefined) {
      const stored = parseObject((await this.storage.read(NAME)) ?? '')?.['latest'];
      this.latest = typeof stored === 'number' && Number.isFinite(stored) ? stored : 0;
    }
    return this.latest;
  }

  private async remember(time: number): Promise<void> {
    this.latest = time;
    await this.storage.write(NAME, JSON.stringify({ latest: time }));
  }
}
