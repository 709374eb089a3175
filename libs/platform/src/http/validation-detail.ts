import { type Issue, MAX_ISSUES } from '#platform/wire';

/** Longer inputs are left out of the response. */
const MAX_ECHOED_INPUT = 1000;
/** Longer field names are truncated. */
const MAX_NAME = 200;
/** The maximum length of all issues of a response together, in characters. */
const MAX_DETAIL_BYTES = 64 * 1024;

/** Stops as soon as the limit is exceeded, so large inputs cost little. */
function isEchoable(input: unknown): boolean {
  if (typeof input === 'string') return input.length <= MAX_ECHOED_INPUT;
  if (typeof input !== 'object' || input === null) return true;
  let room = MAX_ECHOED_INPUT;
  const counted = (_key: string, value: unknown): unknown => {
    room -= typeof value === 'string' ? value.length : 1;
    if (room < 0) throw new RangeError('Too long to be sent back');
    return value;
  };
  try {
    return JSON.stringify(input, counted).length <= MAX_ECHOED_INPUT;
  } catch {
    return false;
  }
}

const truncateName = (part: string | number): string | number => (typeof part === 'string' ? part.slice(0, MAX_NAME) : part);

function toDetailItem({ input, loc, ...issue }: Issue): object {
  const located = { loc: loc.map(truncateName), ...issue };
  return input !== undefined && isEchoable(input) ? { ...located, input } : located;
}

/** The issues of a 422 response: the first 100, within 64 KiB, so that the response is not much larger than its request. */
export function toValidationDetail(issues: readonly Issue[]): object[] {
  const details: object[] = [];
  let room = MAX_DETAIL_BYTES;
  for (const issue of issues.slice(0, MAX_ISSUES)) {
    const detail = toDetailItem(issue);
    room -= JSON.stringify(detail).length;
    if (room < 0 && details.length > 0) break;
    details.push(detail);
  }
  return details;
}
