const MS = 1000;

export interface Background {
  stop(): void;
}

/**
 * Runs a step now, and again after as many seconds as it returned, a tenth more or less, so that applications do not all come at once.
 * Null ends it. Does not keep a program running that has nothing else to do.
 */
export function inBackground(
  step: (signal: AbortSignal) => Promise<number | null>,
  onError: (error: unknown) => number | null,
): Background {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async (): Promise<void> => {
    const seconds = await step(stopped.signal).catch((error: unknown) => (stopped.signal.aborted ? null : onError(error)));
    if (seconds === null || stopped.signal.aborted) return;
    timer = setTimeout(() => void run(), seconds * MS * (0.9 + Math.random() * 0.2));
    (timer as { unref?: () => void }).unref?.();
  };
  void run();
  return {
    stop: () => {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}
