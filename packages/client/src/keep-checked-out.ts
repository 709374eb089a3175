import { type Background, type Idle, inBackground } from './background.ts';
import type { NotActivated, Result } from './result.ts';

export interface CheckOut {
  /** How long the check-out lasts without another heartbeat. */
  readonly secondsLeft: number;
}

export interface CheckingOut {
  /** Called after each heartbeat. After `refused` or `not_activated` there are no more of them. */
  readonly onHeartbeat?: (result: Result<CheckOut> | NotActivated) => void;
  /** Called if the storage fails; heartbeats go on nevertheless. */
  readonly onError?: (error: unknown) => void;
}

/** A third of the remaining time: one heartbeat, and the next, may be lost. */
const SHARE = 1 / 3;
const SHORTEST = 5;
/** After a heartbeat without an answer. */
const AGAIN_SECONDS = 30;

export function keepCheckedOut(
  heartbeat: (signal: AbortSignal) => Promise<Result<CheckOut> | NotActivated>,
  { onHeartbeat, onError }: CheckingOut,
  idle: Idle,
): Background {
  return inBackground(
    async (signal) => {
      const result = await heartbeat(signal);
      onHeartbeat?.(result);
      if (result.outcome === 'ok') return Math.max(SHORTEST, result.secondsLeft * SHARE);
      return result.outcome === 'refused' || result.outcome === 'not_activated' ? null : AGAIN_SECONDS;
    },
    (error) => {
      onError?.(error);
      return AGAIN_SECONDS;
    },
    idle,
  );
}
