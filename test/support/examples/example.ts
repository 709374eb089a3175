import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../call.ts';
import type { SessionKind } from '../seed-portal.ts';
import type { Fixtures } from '../fixtures.ts';

/** How an answer ended, in one word; see `verdictOn`. */
type Outcome =
  | 'done'
  | 'not found'
  | 'empty'
  | 'for those who lead the team'
  | `may not ${'manage' | 'ingest'} ${string}`
  | `invalid ${string}`;

/** Who asks: the organization that a user means, or the kind of session. */
type Caller = { readonly organization_id?: string; readonly session?: SessionKind };

interface Example {
  /** A valid request about these things. `place` says who asks, where that makes a difference. */
  request(fixtures: Fixtures, caller: Caller): { readonly url: string; readonly body?: unknown };
  /** What is said to a request about another organization's or customer's things; left out where there can be none in it. */
  readonly foreign?: Outcome;
  /** What is said to the role that may only read; left out where nobody of the seller's is let in. */
  readonly finance?: Outcome;
  /** What is said to a member who leads nothing and has nothing of its own, where the operation takes a session. */
  readonly member?: Outcome;
}

/** By method and path. */
export type Examples = { readonly [operation: string]: Example };

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const EMPTY = { items: [], pagination: { total_count: 0, max_page: 0 } };

/** The verdict of an answer; the whole answer where it is none of them. */
export function outcomeOf({ status, body, text }: Answer): string {
  if (status === 404 && isDeepStrictEqual(body, NOT_FOUND)) return 'not found';
  if (status === 200 && isDeepStrictEqual(body, EMPTY)) return 'empty';
  if (status >= 200 && status < 300) return 'done';
  const forbidden = /^You don't have permission to ((manage|ingest) .*)$/.exec(body?.detail)?.[1];
  if (status === 403 && forbidden && body.error === 'NotPermitted') return `may not ${forbidden}`;
  if (status === 403 && body.detail === 'Only owners and billing managers of the team may do this.')
    return 'for those who lead the team';
  if (status === 422) return `invalid ${body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).join(', ')}`;
  return `${status} ${text}`;
}
