import { EntityManager } from '@mikro-orm/postgresql';
import { openMeteringFixture } from '../support/metering-fixture.ts';
import { type ApiProcess, startApiProcess } from '../support/processes.ts';

const TIMEOUT_MS = 60_000;
const LANES = 8;
const BATCHES = 15;
const SIZE = 25;

test(
  'after a process is killed during ingestion, acknowledged events are counted once and others can be sent again',
  async () => {
    const fixture = await openMeteringFixture();
    const customer = await fixture.customer();
    const meters = [
      await fixture.meter({ func: 'count' }),
      await fixture.meter({ func: 'sum', property: 'n' }),
      await fixture.meter({ func: 'unique', property: 'n' }),
    ];
    const [victim, other] = await Promise.all([
      startApiProcess(fixture.api.databaseUrl),
      startApiProcess(fixture.api.databaseUrl),
    ]);
    const send = async (to: ApiProcess, batch: number): Promise<number | null> => {
      const events = Array.from({ length: SIZE }, (_, index) => ({
        name: 'call',
        customer_id: customer.id,
        external_id: `event-${batch * SIZE + index}`,
        metadata: { n: batch * SIZE + index },
      }));
      const answer = await fetch(`${to.url}/v1/events/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fixture.ours.oat}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      }).catch(() => null);
      return answer && answer.status;
    };
    const answers = new Map<number, number | null>();
    let killed: Promise<void> | undefined;
    const lane = async (first: number): Promise<void> => {
      for (let batch = first; batch < BATCHES * LANES; batch += LANES) {
        answers.set(batch, await send(victim, batch));
        if (answers.size > LANES * 4) killed ??= victim.end('SIGKILL');
      }
    };
    try {
      await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
      await killed;
      const acknowledged = [...answers.values()].filter((status) => status === 200).length;
      expect(acknowledged).toBeGreaterThan(0);
      expect([...answers.values()].filter((status) => status === null).length).toBeGreaterThan(0);
      const stored = async () => {
        const [{ count }] = (await fixture.api.app
          .get(EntityManager)
          .fork()
          .execute('select count(*)::int as count from metering.events')) as [{ count: number }];
        return count;
      };
      const kept = await stored();
      expect(kept % SIZE).toBe(0);
      expect(kept).toBeGreaterThanOrEqual(acknowledged * SIZE);
      const counted = async () =>
        Promise.all(meters.map(async (meter) => (await fixture.balance(customer, meter)).consumed_units as number));
      expect((await counted())[0]).toBe(kept);

      const again = await Promise.all(Array.from({ length: BATCHES * LANES }, (_, batch) => send(other, batch)));
      expect(new Set(again)).toEqual(new Set([200]));
      const all = BATCHES * LANES * SIZE;
      expect(await counted()).toEqual([all, (all * (all - 1)) / 2, all]);
      expect(await stored()).toBe(all);
    } finally {
      await Promise.all([victim.end('SIGKILL'), other.end('SIGKILL')]);
      await fixture.close();
    }
  },
  TIMEOUT_MS,
);
