import { setImmediate as nextMacrotask } from 'node:timers/promises';
import {
  currentContext,
  RequestContext,
  runInContext,
  runOnlyInContext,
  sharedContext,
  STATEMENT_MS,
  TenantOverloaded,
  WorkCancelled,
} from '#engine/tenancy';
import { settleTogether } from './batches.ts';

/** What is stored by a transaction that it shares with others. */
export interface SharedCall {
  /** How much of the transaction it takes: 1 if left out. */
  readonly size?: number;
  reject(error: unknown): void;
}

/** Runs what a shared transaction does for a call as part of what makes the call now: its events tell of that. */
export function asCaller(): <T>(work: () => T) => T {
  const context = currentContext();
  return (work) => (context ? runInContext(context, work) : work());
}

/** There are no other limits than those that are given. */
interface Limits {
  /** The size of a transaction. */
  readonly maxSize: number;
  /** Larger calls do not share. */
  readonly maxCallSize?: number;
  /** Calls of a tenant that wait. */
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
}

interface Waiting<Call> {
  readonly call: Call;
  readonly since: number;
  /** What the call is part of. */
  readonly caller: RequestContext | undefined;
}

/** The context of a tenant's transactions: they may take as long as the call that begins them. */
function contextOf(tenant: string): RequestContext {
  const { operation, statementMs = STATEMENT_MS.interactive, isBackground = false, eventId } = currentContext() ?? {};
  const context = new RequestContext({ tenant, operation, statementMs, isBackground, eventId });
  context.organization = tenant;
  return context;
}

const TOO_MANY = 'Too many requests at the same time. Try again in 1 second.';

/**
 * Concurrent calls of one tenant, or of all, share transactions: those that arrive during a transaction form the next one, in the
 * order of their arrival. A tenant has one of these transactions at a time, on its own account. See `settleTogether` for what happens
 * if one fails.
 */
export class GroupedTransactions<Call extends SharedCall> {
  private readonly queues = new Map<string | null, Waiting<Call>[]>();

  /** `run` stores the calls in one transaction; it is called outside of any request. */
  constructor(
    private readonly run: (calls: readonly Call[]) => Promise<() => void>,
    private readonly limits: Limits,
  ) {}

  /** Whether the call may share a transaction. Others would wait for a large one, and for one whose statements may take long. */
  takes({ size = 1 }: Call): boolean {
    return size <= (this.limits.maxCallSize ?? Infinity) && currentContext()?.statementMs !== STATEMENT_MS.long;
  }

  /** The call is settled by `run`, or rejected. No tenant means that it shares transactions with those of all tenants. */
  add(tenant: string | null, call: Call): void {
    const queue = this.queues.get(tenant) ?? [];
    if (queue.length >= (this.limits.maxWaiting ?? Infinity)) return call.reject(new TenantOverloaded(TOO_MANY));
    queue.push({ call, since: performance.now(), caller: currentContext() });
    if (this.queues.has(tenant)) return;
    this.queues.set(tenant, queue);
    runOnlyInContext(
      tenant === null ? sharedContext() : contextOf(tenant),
      setImmediate,
      this.runBatches.bind(this, tenant, queue),
    );
  }

  /** Callers are settled one macrotask before the next transaction begins, so that their next calls can join it. */
  private async runBatches(tenant: string | null, queue: Waiting<Call>[]): Promise<void> {
    while (queue.length > 0) {
      const calls = this.nextOf(queue);
      if (calls.length > 0) setImmediate(await settleTogether(calls, this.run));
      await nextMacrotask();
    }
    this.queues.delete(tenant);
  }

  private nextOf(queue: Waiting<Call>[]): Call[] {
    const { maxSize, maxWaitMs = Infinity } = this.limits;
    const tooLong = performance.now() - maxWaitMs;
    const calls: Call[] = [];
    let size = 0;
    while (queue.length > 0 && (calls.length === 0 || size + (queue[0]!.call.size ?? 1) <= maxSize)) {
      const { call, since, caller } = queue.shift()!;
      if (caller?.isOver) {
        call.reject(new WorkCancelled());
        continue;
      }
      if (since < tooLong) {
        call.reject(new TenantOverloaded(TOO_MANY));
        continue;
      }
      calls.push(call);
      size += call.size ?? 1;
    }
    return calls;
  }
}
