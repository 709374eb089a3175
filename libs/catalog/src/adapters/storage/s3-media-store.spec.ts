import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { newId } from '#kernel';
import { Config } from '#platform/config';
import { S3Unavailable } from '#engine/connections';
import { ONLY_TIMEOUTS } from '../../../../../test/support/fake-timers.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { hasS3Server, S3Server } from '../../../../../test/support/s3-server.ts';
import { digest } from '../../../testing/index.ts';
import { mediaStoreContract } from '../../../testing/media-store.contract.ts';
import { S3MediaStore } from './s3-media-store.ts';

const MIB = 1024 * 1024;
const EVERYTHING_BUT_DATE = [
  ...ONLY_TIMEOUTS.doNotFake.filter((name) => name !== 'Date'),
  'setTimeout' as const,
  'clearTimeout' as const,
];
const opened = (server: S3Server) =>
  new S3MediaStore(Config.from({ ...server.settings, MEDIA_S3_PREFIX: 'some/files' }).mediaBucket!);

(hasS3Server ? describe : describe.skip)('', () => {
  mediaStoreContract('a bucket', async () => {
    const server = await S3Server.start();
    const store = opened(server);
    return {
      store,
      bytes: async (file, sha256) => {
        const stream = await store.read(file, sha256);
        return stream && buffer(stream);
      },
      close: async () => {
        const left = server.keys().filter((key) => !/^some\/files\/(store-id|\w\w\/[\w-]{36}\/(parts\/\d+|\w{64}))$/.test(key));
        await server[Symbol.asyncDispose]();
        if (left.length > 0) throw new Error(`Other objects were not deleted: ${left.join(', ')}`);
      },
    };
  });

  describe('a bucket', () => {
    let server: S3Server;
    let store: S3MediaStore;
    beforeEach(async () => {
      server = await S3Server.start();
      store = opened(server);
    });
    afterEach(() => server[Symbol.asyncDispose]());

    async function* chunks(size: number, during?: () => Promise<void>): AsyncGenerator<Uint8Array> {
      for (let sent = 0; sent < size; sent += MIB) {
        if (sent === 8 * MIB) await during?.();
        yield Buffer.alloc(MIB, sent / MIB);
      }
    }
    const put = (file: string, number: number, bytes: AsyncIterable<Uint8Array>) =>
      store.putPart(file, { number, maxSize: 20 * MIB }, bytes, () => {});
    const whole = Buffer.concat(Array.from({ length: 12 }, (_, index) => Buffer.alloc(MIB, index)));

    test('files of several pieces are stored, and ranges of them read', async () => {
      const file = newId();
      for (const number of [1, 2]) await put(file, number, chunks(12 * MIB));
      const draft = await store.assemble(file, [1, 2]);
      expect(draft.content).toMatchObject({ size: 24 * MIB, sha256: digest(Buffer.concat([whole, whole])) });
      await draft.keep();
      await store.removeParts(file);
      const { sha256 } = draft.content;
      expect(server.keys()).toEqual([`some/files/${file.slice(0, 2)}/${file}/${sha256}`]);
      const range = { start: 12 * MIB - 1, end: 13 * MIB };
      expect([...(await buffer((await store.read(file, sha256, range))!)).subarray(0, 2)]).toEqual([11, 0]);
      expect(await store.read(file, digest(whole))).toBeNull();
      await store.remove(file);
      expect(server.keys()).toEqual([]);
    });

    test('a server that ends during an upload has stored nothing, and what it received is removed with the file', async () => {
      const file = newId();
      const crash = async (): Promise<void> => {
        await eventually(() => server.unfinishedUploads().length > 0);
        await server.crash();
      };
      await expect(put(file, 1, chunks(12 * MIB, crash))).rejects.toThrow(S3Unavailable);
      expect(server.keys()).toEqual([]);
      await server.run();
      expect(server.unfinishedUploads().length).toBeGreaterThan(0);
      await store.remove(file);
      expect(server.unfinishedUploads()).toEqual([]);
      await put(file, 1, chunks(12 * MIB));
      expect((await store.assemble(file, [1])).content.sha256).toBe(digest(whole));
    });

    test('a server that ends during a download ends it as well', async () => {
      const file = newId();
      await put(file, 1, chunks(12 * MIB));
      const draft = await store.assemble(file, [1]);
      await draft.keep();
      const stream = (await store.read(file, draft.content.sha256))!;
      await once(stream, 'readable');
      await server.crash();
      await expect(buffer(stream)).rejects.toThrow('aborted');
      await expect(store.read(file, draft.content.sha256)).rejects.toThrow(
        /^The bucket files of MEDIA_S3_BUCKET fails: .*ECONNREFUSED/,
      );
    });

    test('a link leads to one file for five minutes, under the headers that it was signed for', async () => {
      const [file, other] = [newId(), newId()];
      for (const id of [file, other]) {
        await put(id, 1, chunks(MIB));
        await (await store.assemble(id, [1])).keep();
      }
      const sha256 = digest(Buffer.alloc(MIB));
      const disposition = `attachment; filename="a.zip"; filename*=UTF-8''%C3%A4.zip`;
      const link = async () => (await store.link!(file, sha256, { type: 'application/zip', disposition }))!;
      const url = await link();
      const answer = await fetch(url);
      expect([answer.status, (await answer.bytes()).length]).toEqual([200, MIB]);
      const headers = ['content-type', 'content-disposition', 'cache-control'].map((name) => answer.headers.get(name));
      expect(headers).toEqual(['application/zip', disposition, 'private, no-store']);
      const rest = await fetch(url, { headers: { range: `bytes=${MIB - 2}-` } });
      expect([rest.status, (await rest.bytes()).length]).toEqual([206, 2]);

      const changed = (name: string, value: string): string => {
        const address = new URL(url);
        address.searchParams.set(name, value);
        return address.href;
      };
      import.meta.jest.useFakeTimers({ now: Date.now() - 301_000, doNotFake: EVERYTHING_BUT_DATE });
      const expired = await link().finally(() => import.meta.jest.useRealTimers());
      const faults = {
        expired,
        'of another file': url.replaceAll(file, other).replace(`/${file.slice(0, 2)}/`, `/${other.slice(0, 2)}/`),
        'of a part': url.replace(sha256, 'parts/1'),
        'longer valid': changed('X-Amz-Expires', '3600'),
        'with another signature': changed('X-Amz-Signature', sha256),
        'shown in place of saved': changed('response-content-disposition', 'inline'),
        'of another type': changed('response-content-type', 'text/html'),
        'not signed': url.replace(/[?].*/, ''),
      };
      for (const [what, address] of Object.entries(faults)) expect([what, (await fetch(address)).status]).toEqual([what, 403]);
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    });

    test('wrong credentials and a missing bucket are told from a server that does not respond', async () => {
      const reason = (env: object): Promise<S3Unavailable> =>
        new S3MediaStore(Config.from({ ...server.settings, ...env }).mediaBucket!).read(newId(), digest(whole)).then(
          () => Promise.reject(new Error('It was read')),
          (error: S3Unavailable) => error,
        );
      expect(await reason({ MEDIA_S3_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject({
        isRefused: true,
        message: expect.stringContaining('status 403'),
      });
      expect(await reason({ MEDIA_S3_BUCKET: 'other' })).toMatchObject({
        isRefused: true,
        message: expect.stringContaining('NoSuchBucket'),
      });
      await server.crash();
      expect(await reason({})).toMatchObject({ isRefused: false });
    });
  });
});

test('a bucket that accepts connections and never answers is given up after five seconds, with all attempts', async () => {
  const asked: Socket[] = [];
  const silent = createServer((socket) => void asked.push(socket.on('error', () => undefined)));
  await new Promise<void>((listening) => void silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  const bucket = Config.from({
    MEDIA_S3_BUCKET: 'files',
    MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    MEDIA_S3_PATH_STYLE: '1',
    MEDIA_S3_ACCESS_KEY_ID: 'latchkey',
    MEDIA_S3_SECRET_ACCESS_KEY: 'not-a-secret',
  }).mediaBucket!;
  const store = new S3MediaStore(bucket);
  import.meta.jest.useFakeTimers(ONLY_TIMEOUTS);
  try {
    const reading = store.read(newId(), 'a'.repeat(64));
    const failed = reading.catch((error: unknown) => error);
    await eventually(() => asked.length > 0);
    await import.meta.jest.advanceTimersByTimeAsync(5_000);
    const message = expect.stringContaining('no response within 5 seconds');
    expect(await failed).toMatchObject({ isRefused: false, message });
  } finally {
    import.meta.jest.useRealTimers();
  }
  for (const socket of asked) socket.destroy();
  silent.close();
});
