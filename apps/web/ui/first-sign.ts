/** Loads with the first sign of somebody what they may open next, so that it is there when they do. Returns what ends the waiting. */
export function loadWithFirstSign(...parts: readonly (() => Promise<unknown>)[]): () => void {
  const once = new AbortController();
  const load = (): void => {
    once.abort();
    for (const part of parts) part().catch(() => null);
  };
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) addEventListener(sign, load, { signal: once.signal });
  return () => once.abort();
}
