import { setTimeout } from 'node:timers/promises';
import type { Progress } from '../define-command.ts';
import { type Feed, type FeedEvent, FeedUnavailable, PAGE_SIZE } from './feed.ts';
import type { PositionFile } from './position-file.ts';
import type { Consumer, Outcome } from './receiver.ts';

const POLL_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface Settings {
  /** The position after which events are forwarded. */
  readonly from: number;
  /** All kinds if it is undefined. */
  readonly types?: readonly string[];
  /** Whether an event that failed is repeated until it succeeds, instead of left behind. */
  readonly repeats: boolean;
  /** Where the position is kept. */
  readonly kept?: PositionFile;
}

/** Forwards the events of the feed in their order, one at a time, until it is stopped. */
export class Listener {
  private position: number;
  private keptPosition: number;
  private readonly counts = { forwarded: 0, failed: 0 };

  constructor(
    private readonly feed: Feed,
    private readonly consumer: Consumer,
    private readonly settings: Settings,
    private readonly progress: Omit<Progress, 'stopRequest'>,
  ) {
    this.position = settings.from;
    this.keptPosition = settings.from;
  }

  async listen(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const events = await this.read(stop);
      for (const event of events) {
        if (stop.aborted) break;
        await this.forward(event, stop);
      }
      await this.keep();
      if (events.length < PAGE_SIZE) await pause(POLL_MS, stop);
    }
    const { forwarded, failed } = this.counts;
    const text = `Forwarded events: ${forwarded}, of which ${failed} failed. \`--after ${this.position}\` continues from here.`;
    this.progress.report({ text, data: { forwarded, failed, after: this.position } });
  }

  /** Waits longer after each failure, until the service responds. */
  private async read(stop: AbortSignal): Promise<readonly FeedEvent[]> {
    for (let wait = POLL_MS; !stop.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        return await this.feed.after(this.position, stop);
      } catch (error) {
        if (!(error instanceof FeedUnavailable)) throw error;
        if (stop.aborted) break;
        this.progress.warn(`${error.message} The next attempt is in ${wait / 1000} s.`);
        await pause(wait, stop);
      }
    }
    return [];
  }

  /** An event that is under way when the listener is stopped does not count: `--after` brings it again. */
  private async forward(event: FeedEvent, stop: AbortSignal): Promise<void> {
    if (event.sequence > this.position + 1) {
      this.progress.warn(`The events ${this.position + 1} to ${event.sequence - 1} were deleted because of their age.`);
    }
    const { id, type, sequence, timestamp, payload } = event;
    const isWanted = this.settings.types?.includes(type) ?? true;
    if (isWanted) {
      const outcome = payload === null ? BODY_DELETED : await this.handOver(event, payload, stop);
      if (stop.aborted && !outcome.succeeded) return;
      this.counts.forwarded += 1;
      if (!outcome.succeeded) this.counts.failed += 1;
      this.progress.report({
        text: `${timestamp}  ${type}  ${sequence}  ${outcome.succeeded ? '' : 'failed: '}${outcome.status}`,
        data: { id, timestamp, type, sequence, ...outcome },
      });
    }
    this.position = sequence;
    if (isWanted) await this.keep();
  }

  private async keep(): Promise<void> {
    if (this.position === this.keptPosition) return;
    await this.settings.kept?.write(this.position);
    this.keptPosition = this.position;
  }

  private async handOver(event: FeedEvent, payload: string, stop: AbortSignal): Promise<Outcome> {
    for (let wait = POLL_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const outcome = await this.consumer.send(event, payload, stop);
      if (outcome.succeeded || !this.settings.repeats || stop.aborted) return outcome;
      const { type, sequence } = event;
      this.progress.warn(`${type} ${sequence} failed: ${outcome.status}. The next attempt is in ${wait / 1000} s.`);
      await pause(wait, stop);
      if (stop.aborted) return outcome;
    }
  }
}

const BODY_DELETED: Outcome = { succeeded: false, status: 'its body was deleted' };

const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => undefined);
