import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attribution } from './attribution.ts';

/** Organizations that are counted with another one, and which that is. One map for the process, like the activity of tenants. */
const countedWith = new Map<string, string>();

/** On whose quota a tenant is: its own, or that of the organization with which an organization is counted. */
export const quotaOf = (tenant: string): string => countedWith.get(tenant) ?? tenant;

/** Notes the quota of an organization, which may be its own. */
export function noteQuota(organizationId: string, quotaId: string): void {
  if (quotaId === organizationId) countedWith.delete(organizationId);
  else countedWith.set(organizationId, quotaId);
}

/** A request has a response after this time, in milliseconds, whatever it waits for. */
export const REQUEST_MS = 5_000;

/** The longest time of a statement, in milliseconds. */
export const STATEMENT_MS = {
  /** Statements of a request. Less than the request has, so that the response says what took too long. */
  interactive: 4_000,
  /** Statements of a request for a list, which counts all matches, or for quantities. */
  counting: 4_500,
  /** Statements of workers, and of requests with a large body, of which a tenant has one at a time. */
  long: 30_000,
} as const;

/** How long a statement of this length waits for a lock, in milliseconds. Zero: for as long as it may take in all. */
export const lockMsOf = (statementMs: number): number => (statementMs < STATEMENT_MS.long ? 3_000 : 0);

/** Calls the listener when nobody is interested in the outcome any more, until the returned function is called. */
type OnCancel = (listener: () => void) => () => void;

interface Settings {
  /** Whose connections the work uses: an organization, a user or a client network. Null for the service itself. */
  readonly tenant: string | null | (() => string);
  /** What is done: work with the same name is likely to need the same locks. */
  readonly operation?: string | undefined;
  /** True if nobody waits for a response: then there is no limit to how long the work waits for its turn. */
  readonly isBackground?: boolean;
  readonly statementMs?: number;
  /** The size of the request. */
  readonly bytes?: number;
  /** What still waits for its turn gives up when the work is cancelled. */
  readonly onCancel?: OnCancel;
  readonly attribution?: Attribution;
  /** The request that began it: the work itself, or the cause of the event that it processes. */
  readonly requestId?: string;
  /** The languages that it asked for, as in the header `Accept-Language`. */
  readonly acceptLanguage?: string;
  /** The event that it processes. */
  readonly eventId?: string;
  /** The span of the request or the subscriber in a trace, if there are traces. */
  readonly span?: ContextSpan;
}

/** What a context has to know of its span: with which context others continue the trace. */
export interface ContextSpan {
  /** In the format of the W3C. */
  readonly traceparent: string;
}

/** The context of what is done for one request or one event: on whose account, with which limits, and to whom it is attributed. */
export class RequestContext {
  statementMs: number;
  readonly operation: string | undefined;
  readonly isBackground: boolean;
  readonly onCancel: OnCancel | undefined;
  readonly bytes: number;
  /** The organization whose clock tells the time, if the request names one. */
  timeOf: string | undefined;
  /** The milliseconds by which that clock is ahead. */
  aheadMs = 0;
  /** Left out for work whose changes are not in the audit log. */
  attribution: Attribution | undefined;
  readonly requestId: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly eventId: string | undefined;
  readonly span: ContextSpan | undefined;
  /** The organization that the work is for, as far as it is known. */
  organization: string | undefined;
  /** Whether it reads many rows and changes nothing: then a replica may be read, and statements are planned for their values. */
  readsMany = false;
  /** Whether the request was answered before the work was done: what has not begun by then is not done. */
  isOver = false;
  /** Whether the response may take longer than `REQUEST_MS`. */
  takesLonger = false;
  private account: Settings['tenant'];

  constructor({
    tenant,
    operation,
    isBackground = false,
    statementMs = STATEMENT_MS.long,
    onCancel,
    bytes = 0,
    attribution,
    requestId,
    acceptLanguage,
    eventId,
    span,
  }: Settings) {
    this.account = tenant;
    this.operation = operation;
    this.requestId = requestId;
    this.acceptLanguage = acceptLanguage;
    this.eventId = eventId;
    this.span = span;
    this.isBackground = isBackground;
    this.statementMs = statementMs;
    this.onCancel = onCancel;
    this.bytes = bytes;
    this.attribution = attribution;
  }

  get traceId(): string | undefined {
    return this.span?.traceparent.split('-')[1];
  }

  /** The context of a part that others can share a batch with, such as one line of a file. */
  part(bytes: number): RequestContext {
    const {
      account: tenant,
      operation,
      isBackground,
      statementMs,
      onCancel,
      attribution,
      requestId,
      acceptLanguage,
      eventId,
      span,
    } = this;
    const part = new RequestContext({
      tenant,
      operation,
      isBackground,
      statementMs,
      onCancel,
      bytes,
      attribution,
      requestId,
      acceptLanguage,
      eventId,
      span,
    });
    part.organization = this.organization;
    part.timeOf = this.timeOf;
    part.aheadMs = this.aheadMs;
    return part;
  }

  /** Organizations that are counted together are one tenant. */
  get tenant(): string | null {
    if (typeof this.account === 'function') this.account = this.account();
    return this.account === null ? null : quotaOf(this.account);
  }

  set tenant(tenant: string | null) {
    this.account = tenant;
  }
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** The context of the caller; undefined outside of requests and events. */
export const currentContext = (): RequestContext | undefined => storage.getStore();

/** Calls `run` with the arguments in this context, which everything has that it calls. No function more stands on the stack. */
export const runInContext: <A extends unknown[], T>(
  context: RequestContext | undefined,
  run: (...args: A) => T,
  ...args: A
) => T = storage.run.bind(storage);

/** As `runInContext`, for work of several callers: as part of no request, no event and no bulk work. */
export const runOnlyInContext: <A extends unknown[]>(
  context: RequestContext | undefined,
  run: (...args: A) => unknown,
  ...args: A
) => unknown = AsyncLocalStorage.snapshot().bind(undefined, runInContext);

/** The context of each length of statements. One object for all, so that what is read for several tenants at one moment is sent together. */
const shared = new Map<number, RequestContext>();

/**
 * The context of what is done for several tenants together, such as a batch of look-ups: on nobody's account, with the limits of the
 * context that happens to start it.
 */
export function sharedContext(): RequestContext | undefined {
  const current = storage.getStore();
  if (current === undefined) return undefined;
  const { statementMs } = current;
  const context = shared.get(statementMs) ?? new RequestContext({ tenant: null, statementMs });
  shared.set(statementMs, context);
  return context;
}

export const runShared = <T>(run: () => T): T => runInContext(sharedContext(), run);

let changed: string | undefined;

/** Runs a change of an aggregate of an organization. `change` must not wait for anything. */
export function changing<Aggregate, T>(
  organizationId: string | undefined,
  change: (aggregate: Aggregate) => T,
  aggregate: Aggregate,
): T {
  const before = setChangedOrganization(organizationId);
  try {
    return change(aggregate);
  } finally {
    setChangedOrganization(before);
  }
}

/** Says of which organization the aggregate is that is changed from now on. Returns the one before. */
export function setChangedOrganization(organizationId: string | undefined): string | undefined {
  const before = changed;
  changed = organizationId;
  return before;
}

/** The organization that is being changed, or that the current request or event is for, as far as known. */
export const currentOrganization = (): string | undefined => {
  if (changed !== undefined) return changed;
  const context = storage.getStore();
  return context?.timeOf ?? context?.organization;
};
