interface Range {
  readonly start: number;
  /** Included. */
  readonly end: number;
}

const ONE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The one range that is asked for; undefined where all is to be sent: without a range, with several, with one that is none, and
 * where it was asked for on a condition that does not hold.
 */
export function byteRange(
  { size, etag }: { readonly size: number; readonly etag: string },
  range: string | undefined,
  condition: string | undefined,
): Range | 'unsatisfiable' | undefined {
  const [, first, last] = ONE.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (condition !== undefined && condition !== etag) return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start < size && start <= end ? { start, end } : 'unsatisfiable';
}
