import { readLargeJson as readReceived, receiveJson } from './large-json.ts';
import { RequestInvalid } from './errors.ts';

const MIB = 1024 * 1024;
const LIMITS = { containers: 500_000, values: 1_000_000 };

const readLargeJson = async (chunks: Iterable<Uint8Array>): Promise<unknown> => readReceived(await receiveJson(chunks, LIMITS));

/** In pieces of this size, as a connection gives them. */
function* pieces(bytes: Buffer, size: number): Generator<Buffer, void> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const TEXTS = ['\u{1f600}ä€a"\\', '\ufeff', 'é'.repeat(50)];

test.each([1, 2, 3, 5, 64 * 1024])('characters may be cut anywhere, here into pieces of %i', async (size) => {
  const value = Array.from({ length: 200 }, () => TEXTS);
  expect(await readLargeJson(pieces(Buffer.from(JSON.stringify(value)), size))).toEqual(value);
});

test('a byte order mark at the start is no part of the text', async () => {
  expect(await readLargeJson(pieces(Buffer.from('\ufeff{"a":"\ufeff"}'), 2))).toEqual({ a: '\ufeff' });
});

test('nothing is no value', async () => {
  expect(await readLargeJson([])).toBeUndefined();
  expect(await readLargeJson([Buffer.alloc(0)])).toBeUndefined();
});

test.each([
  ['a byte that is no character', Buffer.from([0x22, 0xff, 0x22])],
  ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['an end within a character', Buffer.from('"😀').subarray(0, 4)],
  ['a rest without a beginning', Buffer.from([0x22, 0x80, 0x80, 0x80, 0x80, 0x22])],
  ['a character that is longer than necessary', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['invalid JSON before it', Buffer.concat([Buffer.from('}'), Buffer.from([0xff])])],
])('%s is the error of the decoder', async (_, body) => {
  for (const size of [1, 2, 3, 100]) {
    const error = await readLargeJson(pieces(body, size)).catch((reason: unknown) => reason);
    expect((error as RequestInvalid).issues).toEqual([
      {
        loc: ['body', 0],
        type: 'json_invalid',
        msg: 'JSON decode error',
        input: {},
        ctx: { error: 'The encoded data was not valid for encoding utf-8' },
      },
    ]);
  }
});

/** What `JSON.parse` says. */
function messageFor(text: string): string {
  try {
    JSON.parse(text);
  } catch (reason) {
    return (reason as Error).message;
  }
  throw new Error('The text is valid');
}

test('the error is that of JSON.parse for the whole body', async () => {
  const text = `[${'{"ä":1},'.repeat(50_000)}x]`;
  const error = await readLargeJson(pieces(Buffer.from(text), 1_000)).catch((reason: unknown) => reason);
  expect((error as RequestInvalid).issues[0]).toMatchObject({ ctx: { error: messageFor(text).slice(0, 200) } });
});

test('bodies that arrive at the same time have errors of their own', async () => {
  const texts = ['x]', '1}', ''].map((end) => `[${'{"a":1},'.repeat(50_000)}${end}`);
  const errors = await Promise.all(
    texts.map((text) =>
      readLargeJson([...pieces(Buffer.from(text), 64 * 1024)].map((piece) => new Uint8Array(piece))).catch(
        (reason: unknown) => reason,
      ),
    ),
  );
  const messages = errors.map((error) => (error as RequestInvalid).issues[0]!.ctx);
  expect(messages).toEqual(texts.map((text) => ({ error: messageFor(text).slice(0, 200) })));
});

test('10 MiB that arrive at once are read in small pieces, and others get their turn between them', async () => {
  const event = '{"name":"call","external_customer_id":"somebody","metadata":{"tokens":12}}';
  const count = Math.floor((10 * MIB) / (event.length + 1));
  const body = Buffer.from(`[${Array(count).fill(event).join()}]`);
  const [parse, decode] = [import.meta.jest.spyOn(JSON, 'parse'), import.meta.jest.spyOn(TextDecoder.prototype, 'decode')];
  let time = 0;
  // Every look at the clock finds that a slice is over.
  const clock = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => (time += 1_000));
  const state = { isReading: true, turns: 0 };
  const turn = (): void => {
    state.turns += 1;
    if (state.isReading) setImmediate(turn);
  };
  setImmediate(turn);
  const value = await readLargeJson([body]);
  state.isReading = false;
  const longest = (calls: readonly (readonly unknown[])[]): number =>
    Math.max(...calls.map(([piece]) => (piece as string | Uint8Array).length));
  const sizes = [longest(parse.mock.calls), longest(decode.mock.calls)];
  for (const spy of [parse, decode, clock]) spy.mockRestore();
  expect(value).toHaveLength(count);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024);
  expect(state.turns).toBeGreaterThan(body.length / (64 * 1024));
});
