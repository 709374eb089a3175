import { type Issue, MAX_ISSUES } from '#platform/wire';

/** In characters of JSON; longer inputs are left out. */
const MAX_ECHOED_INPUT = 1000;
/** In characters; longer names in `loc` are truncated. */
const MAX_NAME_LENGTH = 200;
/** The maximum size of all issues of a response, in characters. */
const MAX_DETAIL_LENGTH = 64 * 1024;

/** Stops at the limit, so that the cost does not depend on the size of the input. */
function isEchoable(input: unknown): boolean {
  if (typeof input === 'string') return input.length <= MAX_ECHOED_INPUT;
  if (typeof input !== 'object' || input === null) return true;
  let remaining = MAX_ECHOED_INPUT;
  const counted = (_key: string, value: unknown): unknown => {
    remaining -= typeof value === 'string' ? value.length : 1;
    if (remaining < 0) throw new RangeError('Input is too long to return');
    return value;
  };
  try {
    return JSON.stringify(input, counted).length <= MAX_ECHOED_INPUT;
  } catch {
    return false;
  }
}

const truncateName = (part: string | number): string | number =>
  typeof part === 'string' ? part.slice(0, MAX_NAME_LENGTH) : part;

function toDetailItem({ input, loc, ...issue }: Issue): object {
  const located = { loc: loc.map(truncateName), ...issue };
  return input !== undefined && isEchoable(input) ? { ...located, input } : located;
}

/**
 * The issues of a request for the body of a 422: at most 100 and at most 64 KiB, so that a response is not many times as large as
 * its request.
 */
export function toValidationDetail(issues: readonly Issue[]): object[] {
  const details: object[] = [];
  let remaining = MAX_DETAIL_LENGTH;
  for (const issue of issues.slice(0, MAX_ISSUES)) {
    const detail = toDetailItem(issue);
    remaining -= JSON.stringify(detail).length;
    if (remaining < 0 && details.length > 0) break;
    details.push(detail);
  }
  return details;
}
