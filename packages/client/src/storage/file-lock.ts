import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 25;

/**
 * The file `lock` of a folder, which one process at a time creates, of clients in all languages (packages/conformance/README.md): no
 * runtime of JavaScript has the locks of the system.
 */
export class FileLock {
  /** The last work of this process that waits for the lock. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    /** How long others wait for one process, before they take it for dead. Nobody needs the lock for longer than a few writes. */
    private readonly abandonedMs = 5000,
  ) {}

  hold<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(() => this.held(work));
    this.last = turn.catch(() => {});
    return turn;
  }

  private async held<T>(work: () => Promise<T>): Promise<T> {
    const held = await this.take();
    try {
      return await work();
    } finally {
      if ((await this.holder()) === held) await rm(this.path, { force: true });
    }
  }

  /** Returns what the file has meanwhile. */
  private async take(): Promise<string> {
    const held = randomUUID();
    let other: string | undefined;
    for (let waitedMs = 0; !(await this.create(held));) {
      const holder = await this.holder();
      if (holder !== other) {
        other = holder;
        waitedMs = 0;
      } else if (other !== undefined && waitedMs >= this.abandonedMs) {
        await this.removeLockOf(other);
      }
      const pauseMs = SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS);
      await wait(pauseMs);
      waitedMs += pauseMs;
    }
    return held;
  }

  /** False if there is such a file. It need not outlast a loss of power. */
  private async create(held: string): Promise<boolean> {
    const file = await open(this.path, 'wx', 0o600).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
      throw error;
    });
    if (!file) return false;
    try {
      await file.writeFile(held);
    } catch (error) {
      await rm(this.path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  }

  private holder(): Promise<string | undefined> {
    return readFile(this.path, 'utf8').catch(() => undefined);
  }

  /** Renamed first: of several that remove it, one does. One that was taken meanwhile is put back. */
  private async removeLockOf(holder: string): Promise<void> {
    const removed = `${this.path}.json.${randomUUID()}.tmp`;
    try {
      await rename(this.path, removed);
      if ((await readFile(removed, 'utf8')) !== holder) await link(removed, this.path);
    } catch {
      // Another process has removed it, or has taken it again.
    } finally {
      await rm(removed, { force: true });
    }
  }
}
