const QUIET_MS = 10_000;

/** Tells of an error, and then of no other for a while: what is out of reach fails again with every try. */
export function throttled(tell: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + QUIET_MS;
    tell(error);
  };
}
