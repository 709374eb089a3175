import { gunzipSync } from 'node:zlib';
import { Config } from '#platform/config';
import { hasS3Server, S3Server } from '../../../../../test/support/s3-server.ts';
import { eventSinkContract } from '../../../testing/event-sink.contract.ts';
import { S3EventSink } from './s3-event-sink.ts';

(hasS3Server ? describe : describe.skip)('', () => {
  eventSinkContract('a bucket', async () => {
    const server = await S3Server.start();
    const { s3 } = Config.from(server.settingsOf('EVENTS_SINK_S3', { PREFIX: 'usage' })).eventSink!;
    return {
      sink: new S3EventSink(s3!),
      kept: async () =>
        server.keys().flatMap((key) => {
          expect(key).toMatch(/^usage\/events-\d{19}-\d{19}\.ndjson\.gz$/);
          const lines = gunzipSync(server.read(key)).toString().split('\n').slice(0, -1);
          return lines.map(
            (line) => [(JSON.parse(line) as { id: string }).id, line.slice(line.indexOf('"metadata":') + 11, -1)] as const,
          );
        }),
      stop: () => server.crash(),
      start: () => server.run(),
      close: () => server[Symbol.asyncDispose](),
    };
  });
});
