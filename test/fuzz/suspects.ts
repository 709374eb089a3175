import { type FuzzedRequest, isOfProvider } from './fuzzed-request.ts';

/** A request, its response, and when it was under way. */
export interface Sent {
  readonly request: FuzzedRequest;
  /** 0 if there was no response. */
  readonly status: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** And must not have changed anything. */
export const isRefused = ({ status, request }: Sent): boolean => status >= 400 && status < 500 && !isOfProvider(request);

const isUnderWay =
  (at: number) =>
  ({ fromMs, toMs }: Sent): boolean =>
    fromMs <= at && at <= toMs;

/**
 * The refused requests that may have written a row: those that were under way when one was written. If one was written while only requests
 * were under way that were refused, or none, it may have been any of them, also after its response.
 */
export function suspects(sent: readonly Sent[], changes: readonly number[]): Sent[] {
  const refused = sent.filter(isRefused);
  const others = sent.filter((each) => !isRefused(each));
  if (changes.some((at) => !others.some(isUnderWay(at)))) return refused;
  return refused.filter((each) => changes.some((at) => isUnderWay(at)(each)));
}
