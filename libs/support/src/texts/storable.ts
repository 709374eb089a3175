/** Whether the database can store the value, as a text or as JSON: it contains no NUL, lone surrogate or infinite number. */
export function isStorable(value: unknown): boolean {
  const waiting = [value];
  // Input may be nested deeper than calls can be.
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && (!next.isWellFormed() || next.includes('\0'))) return false;
    if (typeof next === 'number' && !Number.isFinite(next)) return false;
    if (typeof next === 'object' && next !== null) for (const [key, each] of Object.entries(next)) waiting.push(key, each);
  }
  return true;
}
