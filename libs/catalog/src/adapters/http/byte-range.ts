interface Range {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

const ONE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The single range that a request asks for. `undefined` if the whole content is to be sent: there is no range, several, a malformed
 * one, or its condition does not hold.
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
