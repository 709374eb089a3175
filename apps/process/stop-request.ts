const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_POLL_MS = 200;

/**
 * Aborted on the first signal to stop. Later ones only end the wait of `secondStopRequest`: Ctrl-C under npm arrives twice, from the terminal and
 * from npm.
 * With `followParent`, also aborted when the parent process has ended, because npm cannot forward its own `kill -9`.
 */
export function stopRequest({ followParent = false } = {}): AbortSignal {
  const stop = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stop.abort());
  if (followParent) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop.abort();
    }, PARENT_POLL_MS).unref();
  }
  return stop.signal;
}

/** Aborted on the second signal to stop. */
export function secondStopRequest(): AbortSignal {
  const stop = new AbortController();
  let count = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (++count === 2) stop.abort();
    });
  }
  return stop.signal;
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
