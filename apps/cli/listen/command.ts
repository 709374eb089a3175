import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FeedEvent } from './feed.ts';
import type { Consumer, Outcome } from './receiver.ts';

/** How long a command that runs may go on after Ctrl+C. */
const GRACE_MS = 10_000;
const STDERR = 2;

/** A command of the shell that takes an event: the body on stdin, and what it is in the environment. */
export class Command implements Consumer {
  readonly name: string;

  constructor(
    private readonly command: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.name = `\`${command}\``;
  }

  /**
   * Succeeds if the command ends with 0. It is the leader of a group of its own, so that Ctrl+C does not end it; it has some seconds
   * then, and is killed with all that it started. What it prints goes to stderr.
   */
  async send({ id, type, sequence, timestamp }: FeedEvent, payload: string, stop: AbortSignal): Promise<Outcome> {
    const about = {
      LATCHKEY_EVENT_ID: id,
      LATCHKEY_EVENT_TYPE: type,
      LATCHKEY_EVENT_SEQUENCE: `${sequence}`,
      LATCHKEY_EVENT_TIMESTAMP: timestamp,
    };
    const child = spawn(this.command, {
      shell: true,
      detached: true,
      stdio: ['pipe', STDERR, STDERR],
      env: { ...this.env, ...about },
    });
    // A command that ends before it has read all has decided about the event.
    child.stdin!.on('error', () => undefined).end(payload);
    let timer: NodeJS.Timeout | undefined;
    const kill = (): boolean => process.kill(-child.pid!, 'SIGKILL');
    const limit = (): void => void (timer = setTimeout(kill, GRACE_MS));
    stop.addEventListener('abort', limit);
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      return { succeeded: code === 0, status: code === null ? signal! : `exit code ${code}` };
    } catch (error) {
      return { succeeded: false, status: (error as NodeJS.ErrnoException).code ?? String(error) };
    } finally {
      stop.removeEventListener('abort', limit);
      clearTimeout(timer);
    }
  }
}
