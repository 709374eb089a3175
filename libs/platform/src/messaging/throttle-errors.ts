const QUIET_MS = 10_000;

/** Reports an error, then drops further ones for a while: a service that is down fails with every attempt. */
export function throttled(log: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + QUIET_MS;
    log(error);
  };
}
