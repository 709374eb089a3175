import { currentContext, type RequestContext } from '#engine/tenancy';
import { isDatabaseUnavailable, isStatementTimeout } from '../is-unavailable.ts';
import type { ReadBatches } from './read-batches.ts';
import type { Replica } from './replica.ts';

/** Replay on a standby cancels statements that read what it removes. */
const CANCELLED_BY_REPLAY = '40001';

const isFaultOfReplica = (error: unknown): boolean =>
  (isDatabaseUnavailable(error) && !isStatementTimeout(error)) ||
  (error as { code?: unknown } | null)?.code === CANCELLED_BY_REPLAY;

/**
 * Decides which server a read is sent to. Work that may read the replica does so from its first read to its last, if the replica was
 * current at the first one; a read that fails there is repeated on the primary, and so are those after it.
 */
export class RoutedReads {
  private readonly decisions = new WeakMap<RequestContext, Promise<boolean>>();

  constructor(
    private readonly primary: ReadBatches,
    private readonly replica: Replica | undefined,
  ) {}

  read(text: string, values: readonly unknown[]): Promise<object[]> {
    const context = currentContext();
    if (!this.replica || !context?.readsMany) return this.primary.read(text, values);
    return this.readFor(context, this.replica, text, values);
  }

  private async readFor(context: RequestContext, replica: Replica, text: string, values: readonly unknown[]): Promise<object[]> {
    const decision = this.decisions.get(context) ?? replica.isCurrent();
    this.decisions.set(context, decision);
    if (!(await decision)) return this.primary.read(text, values);
    try {
      return await replica.read(text, values);
    } catch (error) {
      if (!isFaultOfReplica(error)) throw error;
      replica.pause(`a read failed there: ${(error as Error).message}`);
      this.decisions.set(context, Promise.resolve(false));
      return this.primary.read(text, values);
    }
  }
}
