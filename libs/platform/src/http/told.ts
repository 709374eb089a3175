import { type Issue, MOST_ISSUES } from '#platform/wire';

/** Longer inputs are not sent back … */
const LONGEST_ECHO = 1000;
/** … and of longer names only the beginning: whoever made them up knows the rest. */
const LONGEST_NAME = 200;
/** What all problems of one answer take together, in characters. */
const ROOM = 64 * 1024;

/** Gives up as soon as it is known, however large the input. */
function isEchoable(input: unknown): boolean {
  if (typeof input === 'string') return input.length <= LONGEST_ECHO;
  if (typeof input !== 'object' || input === null) return true;
  let room = LONGEST_ECHO;
  const counted = (_key: string, value: unknown): unknown => {
    room -= typeof value === 'string' ? value.length : 1;
    if (room < 0) throw new RangeError('Too long to be sent back');
    return value;
  };
  try {
    return JSON.stringify(input, counted).length <= LONGEST_ECHO;
  } catch {
    return false;
  }
}

const named = (part: string | number): string | number => (typeof part === 'string' ? part.slice(0, LONGEST_NAME) : part);

function shown({ input, loc, ...issue }: Issue): object {
  const located = { loc: loc.map(named), ...issue };
  return input !== undefined && isEchoable(input) ? { ...located, input } : located;
}

/**
 * The problems of a request as the 422 tells them: the first 100, as far as there is room. An answer must not be many times
 * as large as what caused it.
 */
export function told(issues: readonly Issue[]): object[] {
  const details: object[] = [];
  let room = ROOM;
  for (const issue of issues.slice(0, MOST_ISSUES)) {
    const detail = shown(issue);
    room -= JSON.stringify(detail).length;
    if (room < 0 && details.length > 0) break;
    details.push(detail);
  }
  return details;
}
