const MS = 1000;

export interface Background {
  stop(): void;
}

/** Waits; ends early, or is rejected, if the signal is aborted. */
export type Idle = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Runs a step now, and again after as many seconds as it returned, a tenth more or less, so that applications do not all come at once.
 * Null ends it.
 */
export function inBackground(
  step: (signal: AbortSignal) => Promise<number | null>,
  onError: (error: unknown) => number | null,
  idle: Idle,
): Background {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    for (;;) {
      const seconds = await step(signal).catch((error: unknown) => (signal.aborted ? null : onError(error)));
      if (seconds === null || signal.aborted) return;
      const waited = idle(seconds * MS * (0.9 + Math.random() * 0.2), signal);
      // A wait that is ended by its signal may be rejected.
      const isOver = await waited.then(
        () => signal.aborted,
        () => true,
      );
      if (isOver) return;
    }
  };
  void run();
  return { stop: () => stopped.abort() };
}

/** Does not keep a program running that has nothing else to do. */
export function idleWait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    (timer as { unref?: () => void }).unref?.();
    signal.addEventListener('abort', end, { once: true });
  });
}
