export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

const UNIT = /^bytes=(.+)$/i;
const ONE = /^(\d*)-(\d*)$/;
/** More ranges than this are answered with the whole content: no client that resumes a download asks for as many. */
const MAX_RANGES = 32;

/**
 * The ranges that a `Range` header asks for, in its order; those that overlap or touch are joined, in the order of the content.
 * Ranges beyond the end are left out, and if no other is left, the header is unsatisfiable. `undefined` if the header is to be
 * ignored: there is none, it is malformed, has another unit, or asks for too many ranges (RFC 9110, section 14).
 */
export function byteRanges(size: number, header: string | undefined): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const [, set] = UNIT.exec(header?.trim() ?? '') ?? [];
  const asked = set?.split(',').flatMap((each) => each.trim() || []) ?? [];
  if (asked.length === 0 || asked.length > MAX_RANGES) return undefined;
  const ranges = asked.map((each) => rangeOf(each, size));
  if (ranges.includes(undefined)) return undefined;
  const satisfiable = ranges.flatMap((range) => range ?? []);
  return satisfiable.length === 0 ? 'unsatisfiable' : withoutOverlaps(satisfiable);
}

/** `null` if the range lies beyond the end, `undefined` if it is malformed. */
function rangeOf(text: string, size: number): ByteRange | null | undefined {
  const [, first, last] = ONE.exec(text) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') return Number(last) === 0 ? null : { start: Math.max(size - Number(last), 0), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return null;
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function withoutOverlaps(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const joined: ByteRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const before = joined.at(-1);
    if (!before || range.start > before.end + 1) joined.push(range);
    else joined[joined.length - 1] = { start: before.start, end: Math.max(before.end, range.end) };
  }
  return joined.length === ranges.length ? ranges : joined;
}
