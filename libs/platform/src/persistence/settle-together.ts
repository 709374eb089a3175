import { TenantOverloaded } from '#platform/tenancy';
import { isDatabaseUnavailable } from './is-unavailable.ts';

/** Whoever waits for a shared transaction. */
interface Caller {
  reject(error: unknown): void;
}

/** Whether a transaction failed for a reason that has nothing to do with what it was to store. */
const concernsAll = (error: unknown): boolean => isDatabaseUnavailable(error) || error instanceof TenantOverloaded;

/**
 * Runs what several callers asked for in one transaction. If the transaction fails, each is repeated by itself, so that only the
 * faulty one fails. If the connection is lost, it is unknown whether the transaction was committed, so nothing is repeated and all
 * are rejected.
 *
 * `run` rejects if nothing was stored, and returns a function that settles all callers. So does this function, which never rejects.
 */
export async function settleTogether<C extends Caller>(
  callers: readonly C[],
  run: (callers: readonly C[]) => Promise<() => void>,
): Promise<() => void> {
  try {
    return await run(callers);
  } catch (error) {
    if (callers.length === 1 || concernsAll(error)) return () => callers.forEach((each) => each.reject(error));
    const replies: (() => void)[] = [];
    for (const each of callers) replies.push(await settleTogether([each], run));
    return () => replies.forEach((reply) => reply());
  }
}
