import { NOTHING_LOST, webhooksDuring } from '../support/webhook-faults.ts';

/** Starts and kills processes, on a machine that may be busy. */
import.meta.jest.setTimeout(600_000);

test('no webhook event is lost or invented while API, worker and PostgreSQL are killed', async () => {
  const outcome = await webhooksDuring({
    seed: 20_261_122,
    faults: (load) => [
      () => load.killWorker(),
      () => load.killWorker(),
      () => load.killApi(),
      () => load.crashPostgres(),
      () => load.crashPostgres(),
    ],
  });
  expect(outcome).toEqual(NOTHING_LOST);
});
