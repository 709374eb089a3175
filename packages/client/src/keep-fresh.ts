import { type Background, type Idle, inBackground } from './background.ts';
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
  /** What the storage threw, if what was learned could not be stored: it counts until the program ends. Undefined if it did not fail. */
  readonly notStored: unknown;
}

export interface Refreshing {
  /** How long to wait between refreshes. */
  readonly everySeconds?: number;
  /** Called after each refresh. */
  readonly onRefresh?: (refreshed: Refreshed) => void;
  /** Called if the storage fails, also with `notStored`; the next refresh is tried nevertheless. */
  readonly onError?: (error: unknown) => void;
}

const EVERY_SECONDS = 600;

/** Refreshes now, and every so often. */
export function keepFresh(
  refresh: (signal: AbortSignal) => Promise<Refreshed>,
  { everySeconds = EVERY_SECONDS, onRefresh, onError }: Refreshing,
  idle: Idle,
): Background {
  return inBackground(
    async (signal) => {
      const refreshed = await refresh(signal);
      if (signal.aborted) return null;
      onRefresh?.(refreshed);
      if (refreshed.notStored !== undefined) onError?.(refreshed.notStored);
      return everySeconds;
    },
    (error) => {
      onError?.(error);
      return everySeconds;
    },
    idle,
  );
}
