import { ClickHouseUnavailable } from '#engine/connections';
import { eventually } from '../../../../../test/support/eventually.ts';
import { ClickHouseServer } from '../../../../../test/support/clickhouse-server.ts';
import { aRange, eventSinkContract } from '../../../testing/event-sink.contract.ts';
import { ClickHouseEventSink } from './configured-event-sinks.ts';

eventSinkContract('a table of ClickHouse', async () => {
  const server = await ClickHouseServer.start();
  return {
    sink: new ClickHouseEventSink({ url: server.url, table: 'usage_events' }),
    kept: async () => server.rows.map(({ id, metadata }) => [id, String(metadata)]),
    stop: async () => void (server.behaviour = 'refuse'),
    start: async () => void (server.behaviour = 'insert'),
    close: () => server[Symbol.asyncDispose](),
  };
});

test('a server that says nothing is not waited for once the process stops', async () => {
  await using server = await ClickHouseServer.start();
  server.behaviour = 'say nothing';
  const sink = new ClickHouseEventSink({ url: server.url, table: 'usage_events' });
  const stopping = new AbortController();
  const storing = sink.store(aRange(0, 1), stopping.signal).catch((reason: Error) => reason);
  await eventually(() => server.inserts > 0);
  stopping.abort();
  expect(await storing).toBeInstanceOf(ClickHouseUnavailable);
});

test.each([
  ['refuse', /^The table usage_events at EVENTS_SINK_CLICKHOUSE_URL fails: .*Memory limit exceeded/],
  ['hang up', /^The table usage_events at EVENTS_SINK_CLICKHOUSE_URL fails: .*socket hang up/],
] as const)('a server that does this is reported, without its password: %s', async (behaviour, message) => {
  await using server = await ClickHouseServer.start();
  server.behaviour = behaviour;
  const sink = new ClickHouseEventSink({ url: server.url, table: 'usage_events' });
  const error = await sink.store(aRange(0, 1), new AbortController().signal).catch((reason: Error) => reason);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('secret');
});
