import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { openMeteringFixture } from '../support/metering-fixture.ts';
import { CountEvents } from '#metering';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

test('usage events are counted again where their counts are wrong', async () => {
  const customer = await fixture.customer();
  await fixture.ingest({ name: 'call', customer_id: customer.id }, { name: 'call', customer_id: customer.id });
  await fixture.run(new CountEvents());
  await fixture.rows('update metering.event_counts_of_subjects set occurrences = 7');
  const occurrences = async () =>
    (await fixture.seller('GET', `/v1/events/names?source=user&customer_id=${customer.id}`)).body.items[0].occurrences;
  expect(await occurrences()).toBe(7);
  const { out } = await latchkey(['usage', 'recount', '--json'], {
    DATABASE_URL: fixture.api.databaseUrl,
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });
  expect(JSON.parse(out)).toEqual({ months: expect.any(Number) });
  expect(await occurrences()).toBe(2);
});
