import type { LicenseState } from './license-state.ts';
import type { NotActivated, Result } from './result.ts';
import type { Status } from './status-list.ts';

/** What a refresh found, step by step. */
export interface Refreshed {
  /** What `check` says now. */
  readonly license: LicenseState;
  readonly status: Result<{ readonly status: Status }> | NotActivated;
  /** Null if no renewal was due, or the service could not be reached. */
  readonly renewal: Result<{ readonly license: LicenseState }> | NotActivated | null;
}

export interface Refreshing {
  /** How long to wait between refreshes; a tenth more or less, so that applications do not all come at once. */
  readonly everySeconds?: number;
  /** Called after each refresh. */
  readonly onRefresh?: (refreshed: Refreshed) => void;
  /** Called if the storage fails; the next refresh is tried nevertheless. */
  readonly onError?: (error: unknown) => void;
}

const EVERY_SECONDS = 600;
const MS = 1000;

/** Refreshes now and then every so often. Does not keep a program running that has nothing else to do. */
export function keepFresh(
  refresh: (signal: AbortSignal) => Promise<Refreshed>,
  { everySeconds = EVERY_SECONDS, onRefresh, onError }: Refreshing,
): { stop(): void } {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = (): void => {
    if (stopped.signal.aborted) return;
    timer = setTimeout(() => void run(), everySeconds * MS * (0.9 + Math.random() * 0.2));
    (timer as { unref?: () => void }).unref?.();
  };
  const run = async (): Promise<void> => {
    try {
      const refreshed = await refresh(stopped.signal);
      if (!stopped.signal.aborted) onRefresh?.(refreshed);
    } catch (error) {
      if (!stopped.signal.aborted) onError?.(error);
    }
    again();
  };
  void run();
  return {
    stop: () => {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}
