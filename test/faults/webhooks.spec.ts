import { violationsOf } from '../support/webhook-checker.ts';
import { createDuringFaults, withPlantedLosses } from '../support/webhook-faults.ts';
import { WebhookLoad } from '../support/webhook-load.ts';

/** Starts and kills processes, on a machine that may be busy. */
import.meta.jest.setTimeout(180_000);

const SEED = 20_261_122;
const CUSTOMERS = 667;
/** Each customer has three events. */
const EVENTS = 3 * CUSTOMERS;

test('no webhook event is lost or invented while API, worker and PostgreSQL are killed', async () => {
  await using load = await WebhookLoad.open(SEED);
  const faults = [
    () => load.killWorker(),
    () => load.killWorker(),
    () => load.killApi(),
    () => load.crashPostgres(),
    () => load.crashPostgres(),
  ];
  await createDuringFaults(load, CUSTOMERS, faults, SEED);
  const history = await load.settled();
  expect(history.committed).toHaveLength(EVENTS);
  expect(violationsOf(history)).toEqual([]);
  const { expected, found } = withPlantedLosses(history);
  expect(found).toEqual(expected);
});
