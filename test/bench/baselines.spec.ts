import { startNaive } from '../../bench/baselines/naive.ts';
import { authentications } from '../../bench/baselines/authentication.ts';
import { eventBus } from '../../bench/baselines/event-bus.ts';
import { INVALID_BODY, VALID_BODY, VALIDATION_LIBRARIES } from '../../bench/baselines/validation-libraries.ts';
import { makeDataSet, SECRET_KEY } from '../../bench/data-set.ts';
import { keyString } from '../../bench/load/workload.ts';
import { activate, validate } from '../../bench/operations.ts';
import { Config } from '#platform/config';
import { freshDatabase } from '../support/database.ts';
import { queryAt } from '../support/own-postgres.ts';

test('the baseline with one ORM transaction each validates and activates keys of the data set', async () => {
  const database = await freshDatabase();
  const server = { makeDatabase: async () => database.url, checkpoint: async () => undefined };
  const databaseUrl = await makeDataSet(server, 'unused', 2);
  const { port, close } = await startNaive({ config: Config.from({}), databaseUrl, secretKeys: [SECRET_KEY] });
  try {
    for (const { path, body } of [validate({ keys: 2 }), activate({ keys: 2 })]) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: keyString(1), ...body }),
      });
      expect([path, response.status]).toEqual([path, 200]);
    }
    const used = 'select usage, activation_count from licensing.license_keys order by usage';
    expect(await queryAt(databaseUrl, used)).toEqual([
      { usage: 0, activation_count: 0 },
      { usage: 1, activation_count: 1 },
    ]);
  } finally {
    await close();
    await database.drop();
  }
});

test.each(Object.entries(VALIDATION_LIBRARIES))('a validate request is read by %s', (_library, problemsOf) => {
  expect([VALID_BODY, INVALID_BODY].map(problemsOf)).toEqual([0, 4]);
});

test('a request is authenticated with Passport and without it', async () => {
  for (const authenticate of Object.values(await authentications())) expect(await authenticate()).toBe(true);
});

test("an event gets to its handler on Nest's bus", async () => {
  const publish = await eventBus();
  publish();
  expect(publish()).toBe(2);
});
