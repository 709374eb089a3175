/**
 * The ids under which a seller may have imported or reported what a provider calls `ref`: the same one. At Lemon Squeezy ids are numbers, of
 * which each kind of object has its own.
 */
export function idsHereOf(ref: string): readonly string[] {
  const number = /^(?:customer|subscription|order)_(\d+)$/.exec(ref)?.[1];
  return number === undefined ? [ref] : [ref, number];
}
