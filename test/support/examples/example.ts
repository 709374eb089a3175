import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../call.ts';
import type { SessionKind } from '../seed-portal.ts';
import type { Fixtures } from '../fixtures.ts';
import type { About } from '../permissions.ts';

/** A response in one word; see `outcomeOf`. */
type Outcome =
  | 'done'
  | 'not found'
  | 'empty'
  | 'team leaders only'
  | 'owners only'
  | `may not ${'manage' | 'ingest' | 'delete' | 'act for'} ${string}`
  | `invalid ${string}`;

/** Who sends the request: a user of several organizations names one; a session has a kind. */
type Caller = { readonly organization_id?: string; readonly session?: SessionKind };

interface Example {
  /** A valid request about these fixtures. */
  request(
    fixtures: Fixtures,
    caller: Caller,
  ): { readonly url: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };
  /** The outcome of a request about resources of another organization or customer; omitted if the request names none. */
  readonly foreign?: Outcome;
  /** What decides which roles may, if it is not the scope. */
  readonly about?: About;
  /** The outcome for another user who may, if it is not `done`. */
  readonly permitted?: Outcome;
  /** The outcome for a session of a member with the role `member` and no resources of its own. */
  readonly member?: Outcome;
}

/** Examples, by method and path. */
export type Examples = { readonly [operation: string]: Example };

const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const NO_KEYS = { total: 0, active: 0, expired: 0, disabled: 0, revoked: 0 };
const NO_ORDERS = { total: 0, pending: 0, paid: 0, refunded: 0, partially_refunded: 0, void: 0 };
const NO_CUSTOMERS = { new: 0, lost: 0 };
const EMPTY = [
  { items: [], pagination: { total_count: 0, max_page: 0 } },
  { items: [] },
  { items: [], next_cursor: null },
  { items: [], next_cursor: null, is_complete: true },
  { items: [], next_cursor: null, total: { count: 0, is_exact: true } },
  NO_KEYS,
  NO_ORDERS,
  NO_CUSTOMERS,
  [],
];

/** Metrics that are all 0. */
const isNothing = (body: { totals?: object } | undefined): boolean =>
  body?.totals !== undefined && Object.values(body.totals).every((total) => total === 0);

/** Lists of what this service does not have: they are empty for everybody who may read them. */
export const isAlwaysEmpty = (name: string): boolean => /\/(payment-methods|wallets)\/?$/.test(name);

/** The outcome of a response; status and body if it is none of the known ones. */
export function outcomeOf({ status, body, text }: Answer): string {
  const { code: _licenseCode, ...answer } = body ?? {};
  if (status === 404 && isDeepStrictEqual(answer, NOT_FOUND)) return 'not found';
  if (status === 200 && (text === '' || isNothing(body) || EMPTY.some((empty) => isDeepStrictEqual(body, empty)))) return 'empty';
  if (status >= 200 && status < 300) return 'done';
  const forbidden = /^You don't have permission to ((manage|ingest|delete|act for) .*)$/.exec(body?.detail)?.[1];
  if (status === 403 && forbidden && body.error === 'NotPermitted') return `may not ${forbidden}`;
  if (status === 403 && /^Only owners may (make|end) /.test(body.detail)) return 'owners only';
  if (status === 403 && body.detail === 'Only owners and billing managers of the team may do this.') return 'team leaders only';
  if (status === 422) return `invalid ${body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).join(', ')}`;
  return `${status} ${text}`;
}
