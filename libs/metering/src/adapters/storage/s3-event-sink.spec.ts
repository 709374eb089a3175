import { gunzipSync } from 'node:zlib';
import { Config } from '#platform/config';
import { hasS3Server, S3Server } from '../../../../../test/support/s3-server.ts';
import { aRange, eventSinkContract } from '../../../testing/event-sink.contract.ts';
import { S3EventSink } from './configured-event-sinks.ts';

const opened = (server: S3Server) =>
  new S3EventSink(Config.from(server.settingsOf('EVENTS_SINK_S3', { PREFIX: 'usage' })).eventSink!.s3!);

(hasS3Server ? describe : describe.skip)('', () => {
  eventSinkContract('a bucket', async () => {
    const server = await S3Server.start();
    const linesOf = (key: string) => gunzipSync(server.read(key)).toString().split('\n').slice(0, -1);
    return {
      sink: opened(server),
      kept: async () =>
        server
          .keys()
          .flatMap(linesOf)
          .map((line) => [(JSON.parse(line) as { id: string }).id, line.slice(line.indexOf('"metadata":') + 11, -1)]),
      stop: () => server.crash(),
      start: () => server.run(),
      close: () => server[Symbol.asyncDispose](),
    };
  });

  test('the key of an object is that of its range, so keys are in the order of the events', async () => {
    await using server = await S3Server.start();
    const sink = opened(server);
    for (const range of [aRange(99, 100), aRange(7, 99), aRange(7, 99)]) await sink.store(range, new AbortController().signal);
    expect(server.keys()).toEqual([
      'usage/events-0000000000000000008-0000000000000000099.ndjson.gz',
      'usage/events-0000000000000000100-0000000000000000100.ndjson.gz',
    ]);
  });
});
