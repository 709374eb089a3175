import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { StreamedList } from '#support/streamed-lists';
import { eventually } from '../../../../test/support/eventually.ts';
import { CHUNK_LENGTH, closeWhenStalled, streamedBody } from './streamed-response.ts';

const ITEM = { text: 'x'.repeat(1_000), at: new Date(0), 'a "quoted" key': null, left_out: undefined, list: [1, { deep: 'é' }] };
const PAGES = 1_000;

/** A list of pages of 100 items. Counts the pages that were read and whether reading has ended. */
class Source {
  read = 0;
  isClosed = false;

  constructor(
    private readonly pages: number,
    private readonly failure?: Error,
  ) {}

  list(): StreamedList<object> {
    return new StreamedList(this.generate());
  }

  private async *generate() {
    try {
      for (; this.read < this.pages; this.read++) yield Array.from({ length: 100 }, () => ITEM);
      if (this.failure) throw this.failure;
    } finally {
      this.isClosed = true;
    }
  }
}

const streamed = async (value: object): Promise<Readable> => {
  const body = await streamedBody(value);
  if (Buffer.isBuffer(body)) throw new Error('The body is short');
  return body;
};

/** A value that counts how often it is disposed of. */
const held = (list: StreamedList<object>) => {
  const value = { list, disposed: 0, [Symbol.asyncDispose]: async () => void value.disposed++ };
  return value;
};

const pagesOf = (...pages: unknown[][]) =>
  new StreamedList(
    (async function* () {
      yield* pages;
    })(),
  );

test.each([
  ['no page', () => pagesOf(), []],
  ['an empty page', () => pagesOf([]), []],
  ['empty pages among others', () => pagesOf([], [1], [], ['two', null], []), [1, 'two', null]],
  [
    'converted items',
    () => pagesOf([ITEM], [ITEM]).map((page) => page.map((each) => ({ each }))),
    [{ each: ITEM }, { each: ITEM }],
  ],
  [
    'lists in a list',
    () => pagesOf([{ id: 1, own: pagesOf([1], [2]) }], [{ id: 2, own: [] }], [{ own: pagesOf(), other: pagesOf([3]) }]),
    [
      { id: 1, own: [1, 2] },
      { id: 2, own: [] },
      { own: [], other: [3] },
    ],
  ],
])('the text is that of the list as an array: %s', async (_case, list, whole) => {
  const body = await streamedBody({ before: ITEM, list: list(), left_out: undefined, after: [ITEM] });
  expect(String(body)).toBe(JSON.stringify({ before: ITEM, list: whole, after: [ITEM] }));
});

test('a long body arrives complete and in chunks', async () => {
  const body = await streamed({ first: 1, list: new Source(10).list(), last: 2 });
  const sizes: number[] = [];
  body.on('data', (chunk: Buffer) => sizes.push(chunk.length));
  expect(await textOf(body)).toBe(JSON.stringify({ first: 1, list: Array.from({ length: 1_000 }, () => ITEM), last: 2 }));
  expect(Math.max(...sizes)).toBeLessThan(CHUNK_LENGTH + 2 * JSON.stringify(ITEM).length);
});

test('nothing is read ahead of a reader that reads nothing, and reading stops when the body is abandoned', async () => {
  const source = new Source(PAGES);
  const body = await streamed({ list: source.list() });
  body.once('readable', () => undefined);
  await new Promise(setImmediate);
  expect(source.read).toBeLessThan(3);
  body.destroy();
  await once(body, 'close');
  await eventually(() => source.isClosed);
  expect(source.read).toBeLessThan(3);
});

test.each([
  ['is short', 0, async () => undefined],
  ['was read to the end', 10, async (body: Readable | Buffer) => void (await textOf(body as Readable))],
  ['is abandoned before it is read', 10, async (body: Readable | Buffer) => void (body as Readable).destroy()],
])('what the value holds is disposed of once if the body %s', async (_case, pages, send) => {
  const value = held(new Source(pages).list());
  await send(await streamedBody(value));
  await eventually(() => value.disposed > 0);
  expect(value.disposed).toBe(1);
});

test('an error before the first chunk is thrown, a later one ends the body', async () => {
  const early = held(new Source(0, new Error('early')).list());
  await expect(streamedBody(early)).rejects.toThrow('early');
  expect(early.disposed).toBe(1);
  const late = held(new Source(10, new Error('late')).list());
  await expect(textOf(await streamed(late))).rejects.toThrow('late');
  await eventually(() => late.disposed === 1);
});

test('a streamed list that would be serialized as a whole is an error', () => {
  expect(() => JSON.stringify({ deep: { list: new Source(1).list() } })).toThrow('as a whole');
});

test('the connection of a client that takes nothing is closed, and reading ends', async () => {
  const source = new Source(PAGES);
  await using server = createServer((_request, response) => {
    closeWhenStalled(response, 20);
    response.once('close', () => void body?.destroy());
    let body: Readable | undefined;
    void streamed({ list: source.list() }).then((it) => (body = it).pipe(response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  client.pause();
  await eventually(() => source.isClosed);
  expect(source.read).toBeLessThan(PAGES);
  client.destroy();
});
