/** `now`, or `before` if it says the same: what is stored as JSON is written when it is another object. */
export const unlessSame = <T>(before: T, now: T): T => (isSame(before, now) ? before : now);

function isSame(some: unknown, other: unknown): boolean {
  if (typeof some !== 'object' || typeof other !== 'object' || some === null || other === null) return some === other;
  const names = Object.keys(some);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame(some[name as keyof typeof some], other[name as keyof typeof other]))
  );
}
