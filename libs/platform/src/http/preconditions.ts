import type { IncomingHttpHeaders } from 'node:http';

/** What conditions of a request are compared with. The ETag is strong. Without a time, conditions on times are ignored. */
export interface Validators {
  readonly etag: string;
  readonly modifiedAt?: Date;
}

const secondsOf = (time: number): number => Math.floor(time / 1000);

/** The second that a header names; `undefined` if it is missing or no date. */
function dateIn(header: string | undefined): number | undefined {
  const time = Date.parse(header ?? '');
  return Number.isNaN(time) ? undefined : secondsOf(time);
}

const tagsIn = (header: string): string[] => header.split(',').map((each) => each.trim());

/**
 * The status with which a request is answered because of its conditions, in the order of RFC 9110, section 13.2.2; `undefined` if
 * they hold. A condition on a time is ignored beside one on the ETag.
 */
export function failedPrecondition(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): 304 | 412 | undefined {
  const modified = modifiedAt && secondsOf(modifiedAt.getTime());
  const match = headers['if-match'];
  const unmodifiedSince = dateIn(headers['if-unmodified-since']);
  if (match !== undefined) {
    if (!tagsIn(match).some((tag) => tag === '*' || tag === etag)) return 412;
  } else if (unmodifiedSince !== undefined && modified !== undefined && modified > unmodifiedSince) return 412;

  const noneMatch = headers['if-none-match'];
  const modifiedSince = dateIn(headers['if-modified-since']);
  if (noneMatch !== undefined) {
    return tagsIn(noneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag) ? 304 : undefined;
  }
  return modifiedSince !== undefined && modified !== undefined && modified <= modifiedSince ? 304 : undefined;
}

/** Whether the part that an interrupted download still needs is one of this content. A weak ETag never matches. */
export function continues(ifRange: string | readonly string[] | undefined, { etag, modifiedAt }: Validators): boolean {
  if (ifRange === undefined) return true;
  const given = String(ifRange).trim();
  return given === etag || (modifiedAt !== undefined && dateIn(given) === secondsOf(modifiedAt.getTime()));
}
