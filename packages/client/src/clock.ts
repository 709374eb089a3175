import { parseObject } from './bytes.ts';
import { TOLERANCE } from './key-set.ts';
import type { Storage } from './storage/storage.ts';

const NAME = 'clock';
/** A time that is this little later is not written again. */
const WORTH_WRITING = 60;
/** A difference between clocks that changed by less is not written again. */
const WORTH_CORRECTING = 10;
const MS = 1000;

/** Times in milliseconds: the clock of the machine, which anybody can set, and one that nobody can, and that begins anywhere. */
export interface Clocks {
  readonly now: () => number;
  readonly monotonic: () => number;
}

interface Remembered {
  /** The latest time that was seen. */
  readonly latest: number;
  /** The latest time that the service has signed in an answer, or in a lease file. */
  readonly proven: number;
  /** How far the clock of the service was ahead of that of the machine at that time. */
  readonly offset: number;
}

/** The moment of a signed answer, by the service and by the machine. */
interface Anchor {
  readonly time: number;
  readonly machine: number;
  readonly monotonic: number;
}

const NOTHING: Remembered = { latest: 0, proven: 0, offset: 0 };

/**
 * What time it is by the service, as far as that is known, in seconds. The clock of the machine may be wrong, and may be set: its
 * difference to the service is learned from signed answers, and no time is before the latest that was ever seen.
 */
export class Clock {
  private remembered: Remembered | undefined;
  private anchor: Anchor | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly clocks: Clocks,
  ) {}

  /** The time now. If the clock of the machine is wrong, and nothing says by how much, the time that it shows. */
  async now(): Promise<number> {
    return (await this.known()) ?? this.machine();
  }

  /** The time now; undefined if the clock of the machine shows a time before one that was seen earlier. Remembers the time. */
  async time(): Promise<number | undefined> {
    const now = await this.known();
    const remembered = await this.read();
    if (now !== undefined && now > remembered.latest + WORTH_WRITING) await this.remember({ ...remembered, latest: now });
    return now;
  }

  /** Whether an answer may have been signed at this time: not before another one that was signed. */
  async isPlausible(time: number): Promise<boolean> {
    return time >= (await this.read()).proven - TOLERANCE;
  }

  /** The service has just said what time it is, for a request of now. This corrects whatever was known. */
  async correct(time: number): Promise<void> {
    this.anchor = { time, machine: this.machine(), monotonic: this.monotonic() };
    const before = await this.read();
    const offset = time - this.anchor.machine;
    const isWorthIt = Math.abs(time - before.latest) > WORTH_WRITING || Math.abs(offset - before.offset) > WORTH_CORRECTING;
    if (isWorthIt) await this.remember({ latest: time, proven: time, offset });
  }

  /**
   * The service has said what time it was, in answer to a request of this machine that somebody carried: it is that, or later. What the
   * machine believed beyond that was wrong, or is not known.
   */
  async correctByFile(time: number): Promise<void> {
    const { proven, offset } = await this.read();
    const latest = Math.max(time, proven);
    if (this.anchor && this.since(this.anchor) < latest - TOLERANCE) this.anchor = undefined;
    const machine = this.machine();
    const isPossible = Math.max(machine, machine + offset) >= latest - TOLERANCE;
    await this.remember({ latest, proven: latest, offset: isPossible ? offset : latest - machine });
  }

  /** A signed time of some day in the past: it is later than that now. */
  async atLeast(time: number): Promise<void> {
    const before = await this.read();
    if (time > before.latest + WORTH_WRITING) await this.remember({ ...before, latest: time });
  }

  /**
   * In the process that got a signed answer, time has passed since as the monotonic clock says, and as the machine's clock says if that
   * is more: the monotonic one may stand still while the machine sleeps. In another process, the machine's clock is right, or wrong by
   * as much as before: the earlier of these times that is not before the latest one seen.
   */
  private async known(): Promise<number | undefined> {
    const { anchor } = this;
    if (anchor) return this.since(anchor);
    const machine = this.machine();
    const { latest, offset } = await this.read();
    const possible = [machine, machine + offset].filter((time) => time >= latest - TOLERANCE);
    return possible.length === 0 ? undefined : Math.min(...possible);
  }

  private since({ time, monotonic, machine }: Anchor): number {
    return time + Math.max(this.monotonic() - monotonic, this.machine() - machine);
  }

  private machine(): number {
    return Math.floor(this.clocks.now() / MS);
  }

  private monotonic(): number {
    return Math.floor(this.clocks.monotonic() / MS);
  }

  private async read(): Promise<Remembered> {
    if (this.remembered) return this.remembered;
    const stored = parseObject((await this.storage.read(NAME)) ?? '') ?? {};
    const timeOf = (name: keyof Remembered): number => {
      const time = stored[name];
      return typeof time === 'number' && Number.isFinite(time) ? time : NOTHING[name];
    };
    return (this.remembered = { latest: timeOf('latest'), proven: timeOf('proven'), offset: timeOf('offset') });
  }

  private async remember(remembered: Remembered): Promise<void> {
    this.remembered = remembered;
    try {
      await this.storage.write(NAME, JSON.stringify(remembered));
    } catch {
      // A full disk is no reason to stop an application that has a license. This process knows the time.
    }
  }
}
