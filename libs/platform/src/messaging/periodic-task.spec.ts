import { currentContext, runInContext, RequestContext } from '#engine/tenancy';
import { PeriodicTask } from './periodic-task.ts';

const LONG_MS = 3_600_000;
const unexpected = (error: unknown): never => {
  throw error;
};
const nextMacrotask = (): Promise<void> => new Promise(setImmediate);

/** A task that runs until it is stopped; `begun` resolves with its first step. */
function endless() {
  let steps = 0;
  const begun = Promise.withResolvers<void>();
  const work = async (stop: AbortSignal): Promise<void> => {
    for (; !stop.aborted; steps++) {
      begun.resolve();
      await nextMacrotask();
    }
  };
  return { work, begun: begun.promise, steps: () => steps };
}

test('a task of many steps ends between two steps when it is stopped, and does not run again', async () => {
  const { work, begun, steps } = endless();
  const task = new PeriodicTask(work, LONG_MS, unexpected);
  task.trigger();
  await begun;
  await task.stop();
  const done = steps();
  task.trigger();
  await nextMacrotask();
  expect(steps()).toBe(done);
});

test('stopping waits for the current step', async () => {
  const [begun, step] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const task = new PeriodicTask(
    () => {
      begun.resolve();
      return step.promise;
    },
    LONG_MS,
    unexpected,
  );
  task.trigger();
  await begun.promise;
  let isOver = false;
  const over = task.stop().then(() => (isOver = true));
  await nextMacrotask();
  expect(isOver).toBe(false);
  step.resolve();
  await over;
});

test('a requested run that has not started does not start after a stop', async () => {
  const { work, steps } = endless();
  const task = new PeriodicTask(work, LONG_MS, unexpected);
  task.trigger();
  await task.stop();
  await nextMacrotask();
  expect(steps()).toBe(0);
});

test('the time until the next run may depend on the last one', async () => {
  const runs: number[] = [];
  const thrice = Promise.withResolvers<void>();
  const task = new PeriodicTask(
    async () => {
      runs.push(runs.length);
      if (runs.length === 3) thrice.resolve();
    },
    () => (runs.length > 0 && runs.length < 3 ? 0 : LONG_MS),
    unexpected,
  );
  task.trigger();
  await thrice.promise;
  await task.stop();
  expect(runs).toEqual([0, 1, 2]);
});

test('a run is not part of the work that requested it', async () => {
  const began = Promise.withResolvers<RequestContext | undefined>();
  const task = new PeriodicTask(async () => began.resolve(currentContext()), LONG_MS, unexpected);
  runInContext(new RequestContext({ tenant: 'tenant' }), () => task.trigger());
  expect(await began.promise).toBeUndefined();
  await task.stop();
});
