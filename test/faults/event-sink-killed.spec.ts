import { ClickHouseServer } from '../support/clickhouse-server.ts';
import { eventually } from '../support/eventually.ts';
import { openMeteringFixture } from '../support/metering-fixture.ts';
import { startWorkerProcess } from '../support/processes.ts';

import.meta.jest.setTimeout(600_000);

test('a worker that is killed while the sink takes events loses and doubles none, and one whose sink is silent ends when told to', async () => {
  const fixture = await openMeteringFixture();
  try {
    await using server = await ClickHouseServer.start();
    const worker = () => startWorkerProcess(fixture.api.databaseUrl, { EVENTS_SINK_CLICKHOUSE_URL: server.url });
    const pass = () => fixture.rows('update metering.event_sinks set claimed_until = null');
    const ingest = (count: number) =>
      fixture.ingest(
        ...Array.from({ length: count }, (_, n) => ({ name: 'call', external_customer_id: 'ada', metadata: { n } })),
      );

    server.behaviour = 'say nothing';
    await ingest(100);
    await using killed = await worker();
    await eventually(() => server.inserts === 1);
    await killed.end('SIGKILL');
    await ingest(50);
    await pass();

    await using silent = await worker();
    await eventually(() => server.inserts === 2);
    await silent.end('SIGTERM');
    expect(silent.child.exitCode).toBe(0);
    expect(server.rows).toHaveLength(100);

    server.behaviour = 'insert';
    await pass();
    await using last = await worker();
    await eventually(() => server.rows.length === 150);
    await last.end('SIGTERM');
    const stored = await fixture.rows<{ id: string }>('select id from metering.events order by seq');
    expect(server.rows.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect([killed, silent, last].map((each) => each.output()).join()).not.toContain('DATABASE_URL');
  } finally {
    await fixture.close();
  }
});

test('a sink that is gone is named in the log and by the readiness of a worker that does everything else', async () => {
  const fixture = await openMeteringFixture();
  try {
    const server = await ClickHouseServer.start();
    const { url } = server;
    await server[Symbol.asyncDispose]();
    await fixture.ingest({ name: 'call', external_customer_id: 'ada' });
    await using worker = await startWorkerProcess(fixture.api.databaseUrl, { EVENTS_SINK_CLICKHOUSE_URL: url });
    await worker.line(
      /Handing over usage events failed and will be retried: The table usage_events at EVENTS_SINK_CLICKHOUSE_URL fails: ECONNREFUSED/,
    );
    const [, address] = await worker.line(/Health check: (http[^\s"]+)/);
    expect((await fetch(address!)).status).toBe(200);
    await fixture.rows(`update metering.event_sinks set progressed_at = '2026-01-01'`);
    const answer = await fetch(address!);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        status: 'unavailable',
        detail: 'The sink of usage events has taken none since 2026-01-01T00:00:00Z, and some wait.',
        since: expect.any(String),
      },
    ]);
    await fixture.rows(`update metering.event_sinks set progressed_at = now()`);
    expect((await fetch(address!)).status).toBe(200);
    expect(worker.output()).not.toContain('secret');
  } finally {
    await fixture.close();
  }
});
