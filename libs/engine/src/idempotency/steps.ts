import { AsyncLocalStorage } from 'node:async_hooks';
import { withRandomness } from '#kernel';
import { asKeyInUse } from './errors.ts';
import type { IdempotentRequest, Step } from './idempotent-request.ts';
import { insertRecords, type RecordStatement, type Response } from './stored-record.ts';

const requests = new AsyncLocalStorage<IdempotentRequest | undefined>();

/** Runs `work` as the request. */
export const inRequest = <T>(request: IdempotentRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(request, () => withRandomness(request.randomness, work));

/** The time at which the current request takes place; undefined if it has no idempotency key. */
export const timeOfRequest = (): Date | undefined => requests.getStore()?.now;

/**
 * Tells the current request, if it has an idempotency key, how its response follows from the outcome of its change; undefined if
 * something has to be looked up for it.
 */
export const respondToRequestWith = <T>(respond: (outcome: T) => Response | undefined): void =>
  requests.getStore()?.respondWith(respond);

/** The next step of the current request; undefined if it has no idempotency key. */
export const nextStep = (name: string): Step | undefined => requests.getStore()?.next(name);

/**
 * Runs a transaction as a step of the current request, if that has an idempotency key. `transaction` writes the statements that
 * `record` returns for its outcome. A step that is done does not run again: its stored outcome is returned.
 */
export async function asStep<T>(
  name: string,
  transaction: (record: (outcome: T) => readonly RecordStatement[]) => Promise<T>,
): Promise<T> {
  const step = nextStep(name);
  if (!step) return transaction(() => []);
  if (step.done) return step.done.outcome as T;
  if (step.opening) throw new Error(`${name} is no change of a group commit, but its request declares to be one`);
  try {
    const outcome = await step.run(() => transaction((result) => [insertRecords([step.record(result)])]));
    step.committed();
    return outcome;
  } catch (error) {
    throw asKeyInUse(error);
  }
}

/**
 * Reads what decides whether a request is refused, and what the request itself changes. If a request with an idempotency key is
 * repeated after an interruption, the first result is returned again.
 */
export const readOnce = <T>(name: string, read: () => Promise<T>): Promise<T> => {
  const request = requests.getStore();
  return request ? request.readOnce(name, read) : read();
};
