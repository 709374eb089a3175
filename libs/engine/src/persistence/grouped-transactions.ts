import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { outsideOfRequest } from '#engine/idempotency';
import { currentContext, runInContext, STATEMENT_MS, TenantOverloaded, RequestContext, WorkCancelled } from '#engine/tenancy';
import { settleTogether } from './batches.ts';

/** What is stored by a transaction that it shares with others. */
export interface SharedCall {
  /** How much of the transaction it takes. */
  readonly size: number;
  reject(error: unknown): void;
}

/** Runs what a shared transaction does for a call as part of what makes the call now: its events tell of that. */
export function asCaller(): <T>(work: () => T) => T {
  const context = currentContext();
  return (work) => (context ? runInContext(context, work) : work());
}

interface Limits {
  /** Larger calls do not share. */
  readonly maxCallSize: number;
  /** The size of a transaction. */
  readonly maxSize: number;
  /** Calls of a tenant that wait. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

interface Waiting<Call> {
  readonly call: Call;
  readonly since: number;
  /** What the call is part of. */
  readonly caller: RequestContext | undefined;
}

const TOO_MANY = 'Too many requests at the same time. Try again in 1 second.';

/**
 * Concurrent calls of one tenant share transactions: those that arrive during a transaction form the next one, in the order of
 * their arrival. A tenant has one of these transactions at a time, on its own account. See `settleTogether` for what happens if one
 * fails.
 */
export class GroupedTransactions<Call extends SharedCall> {
  private readonly lines = new Map<string, Waiting<Call>[]>();

  /** `run` stores the calls in one transaction; it is called outside of any request. */
  constructor(
    private readonly run: (calls: readonly Call[]) => Promise<() => void>,
    private readonly limits: Limits,
  ) {}

  /** Whether the call may share a transaction. Others would wait for a large one, and for one whose statements may take long. */
  takes({ size }: Call): boolean {
    return size <= this.limits.maxCallSize && currentContext()?.statementMs !== STATEMENT_MS.long;
  }

  /** The call is settled by `run`, or rejected. */
  add(tenant: string, call: Call): void {
    const line = this.lines.get(tenant) ?? [];
    if (line.length >= this.limits.maxWaiting) return call.reject(new TenantOverloaded(TOO_MANY));
    line.push({ call, since: performance.now(), caller: currentContext() });
    if (this.lines.has(tenant)) return;
    this.lines.set(tenant, line);
    const { statementMs = STATEMENT_MS.interactive, isBackground = false, eventId } = currentContext() ?? {};
    const context = new RequestContext({ tenant, statementMs, isBackground, eventId });
    context.organization = tenant;
    runInContext(context, () => outsideOfRequest(() => setImmediate(() => void this.runBatches(tenant, line))));
  }

  /** Callers are settled one macrotask before the next transaction begins, so that their next calls can join it. */
  private async runBatches(tenant: string, line: Waiting<Call>[]): Promise<void> {
    while (line.length > 0) {
      const calls = this.nextOf(line);
      if (calls.length > 0) setImmediate(await settleTogether(calls, this.run));
      await nextMacrotask();
    }
    this.lines.delete(tenant);
  }

  private nextOf(line: Waiting<Call>[]): Call[] {
    const tooLong = performance.now() - this.limits.maxWaitMs;
    const calls: Call[] = [];
    let size = 0;
    while (line.length > 0 && (calls.length === 0 || size + line[0]!.call.size <= this.limits.maxSize)) {
      const { call, since, caller } = line.shift()!;
      if (caller?.isOver) {
        call.reject(new WorkCancelled());
        continue;
      }
      if (since < tooLong) {
        call.reject(new TenantOverloaded(TOO_MANY));
        continue;
      }
      calls.push(call);
      size += call.size;
    }
    return calls;
  }
}
