import { PeriodicTask } from './periodic-task.ts';

const LONG_MS = 3_600_000;
const unexpected = (error: unknown): never => {
  throw error;
};
const nextTurn = (): Promise<void> => new Promise(setImmediate);

/** A task that runs until it is stopped; `begun` resolves with its first step. */
function endless() {
  let steps = 0;
  const begun = Promise.withResolvers<void>();
  const work = async (stop: AbortSignal): Promise<void> => {
    for (; !stop.aborted; steps++) {
      begun.resolve();
      await nextTurn();
    }
  };
  return { work, begun: begun.promise, steps: () => steps };
}

test('a task of many steps ends between two steps when it is stopped, and does not run again', async () => {
  const { work, begun, steps } = endless();
  const turn = new PeriodicTask(work, LONG_MS, unexpected);
  turn.trigger();
  await begun;
  await turn.stop();
  const done = steps();
  turn.trigger();
  await nextTurn();
  expect(steps()).toBe(done);
});

test('stopping waits for the current step', async () => {
  const [begun, step] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const turn = new PeriodicTask(
    () => {
      begun.resolve();
      return step.promise;
    },
    LONG_MS,
    unexpected,
  );
  turn.trigger();
  await begun.promise;
  let isOver = false;
  const over = turn.stop().then(() => (isOver = true));
  await nextTurn();
  expect(isOver).toBe(false);
  step.resolve();
  await over;
});

test('a requested run that has not started does not start after a stop', async () => {
  const { work, steps } = endless();
  const turn = new PeriodicTask(work, LONG_MS, unexpected);
  turn.trigger();
  await turn.stop();
  await nextTurn();
  expect(steps()).toBe(0);
});
