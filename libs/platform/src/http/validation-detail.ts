import type { Issue } from '#platform/wire';
import { MAX_ISSUES, isSecretName } from '#platform/wire/composition';

/** In characters of JSON; longer inputs are left out. */
const MAX_ECHOED_INPUT = 1000;
/** In characters; longer names in `loc` are truncated. */
const MAX_NAME_LENGTH = 200;
/** The maximum size of all issues of a response, in characters. */
const MAX_DETAIL_LENGTH = 64 * 1024;

/** What is returned of a secret that was sent. */
const MASK = '********';

/**
 * A copy of an input for the response, with secrets masked; undefined if it is too long. Stops at the limit, so that the cost does not
 * depend on the size of the input.
 */
function echoOf(input: unknown): unknown {
  if (typeof input === 'string') return input.length <= MAX_ECHOED_INPUT ? input : undefined;
  if (typeof input !== 'object' || input === null) return input;
  let remaining = MAX_ECHOED_INPUT;
  const masked = (key: string, given: unknown): unknown => {
    const value = given !== null && isSecretName(key) ? MASK : given;
    remaining -= typeof value === 'string' ? value.length : 1;
    if (remaining < 0) throw new RangeError('Input is too long to return');
    return value;
  };
  try {
    const json = JSON.stringify(input, masked);
    return json.length <= MAX_ECHOED_INPUT ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * No header is returned but the value of the one that is wrong: others are those of browsers and proxies. The input of a field
 * that is missing is the object around it.
 */
function returnable({ loc, type, input }: Issue): unknown {
  if (input === undefined || input === null) return input;
  if (loc[0] === 'header' && typeof input !== 'string') return null;
  const at = type === 'missing' ? loc.slice(0, -1) : loc;
  return at.some((part) => typeof part === 'string' && isSecretName(part)) ? MASK : echoOf(input);
}

const truncateName = (part: string | number): string | number =>
  typeof part === 'string' ? part.slice(0, MAX_NAME_LENGTH) : part;

function toDetailItem(issue: Issue): object {
  const { input: _, loc, ...rest } = issue;
  const located = { loc: loc.map(truncateName), ...rest };
  const input = returnable(issue);
  return input === undefined ? located : { ...located, input };
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
