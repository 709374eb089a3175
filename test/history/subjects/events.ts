import type { Client } from '../client.ts';
import type { MeteredEvent } from '../operations.ts';
import { createCustomer } from './keys.ts';
import { METERED, type Seller, type Subject, uniqueName } from './subject.ts';

const MOST_EVENTS = 5;
const MOST_UNITS = 9;

/** A customer whose usage is metered. */
export async function events(client: Client, { countMeterId, sumMeterId }: Seller): Promise<Subject> {
  const customer_id = await createCustomer(client);
  await client.created(customer_id, 'events', null);
  const sent: (readonly MeteredEvent[])[] = [];
  const newBatch = (by: Client): MeteredEvent[] =>
    Array.from({ length: 1 + Math.floor(by.random() * MOST_EVENTS) }, () => ({
      name: uniqueName('event'),
      units: 1 + Math.floor(by.random() * MOST_UNITS),
    }));

  return {
    step: async (by) => {
      const batch = (by.chance(0.3) ? by.pick(sent.slice(-5)) : undefined) ?? newBatch(by);
      sent.push(batch);
      const ingested = batch.map(({ name, units }) => ({
        name: METERED,
        customer_id,
        external_id: name,
        metadata: { name, units },
      }));
      const body = { events: ingested };
      const request = { method: 'POST', path: '/v1/events/ingest', body, asSeller: true, repeats: by.chance(0.5) } as const;
      await by.run({ kind: 'ingest', subject: customer_id, input: { batch } }, request, ({ inserted, duplicates }) => ({
        inserted,
        duplicates,
      }));
    },
    read: (by) =>
      by.observe('read events', customer_id, async () => {
        const found = await by.list(`/v1/events/?customer_id=${customer_id}&source=user`);
        const consumed = async (meter: string): Promise<number> => {
          const [meterOfCustomer] = await by.list(`/v1/customer-meters/?customer_id=${customer_id}&meter_id=${meter}`);
          return meterOfCustomer?.consumed_units ?? 0;
        };
        return {
          events: found.map(({ metadata }) => ({ name: metadata.name, units: metadata.units })),
          count: await consumed(countMeterId),
          sum: await consumed(sumMeterId),
        };
      }),
  };
}
