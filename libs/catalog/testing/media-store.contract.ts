import { newId } from '#kernel';
import type { MediaStore, PartContent } from '../src/domain/media-store.ts';
import { digest, png } from './media-file.builder.ts';

interface Opened {
  readonly store: MediaStore;
  /** What is kept of a file under a digest; null where there is nothing. */
  readonly bytes: (file: string, sha256: string) => Promise<Buffer | null>;
  readonly close: () => Promise<void>;
}

const MOST = 1024 * 1024;

async function* arriving(...chunks: readonly (Uint8Array | Error)[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

/** The contract of every implementation of the port, for bytes. */
export function mediaStoreContract(home: string, open: () => Promise<Opened>): void {
  describe(`bytes in ${home}`, () => {
    let store: MediaStore;
    let bytes: Opened['bytes'];
    let close: Opened['close'];
    beforeAll(async () => {
      ({ store, bytes, close } = await open());
    });
    afterAll(() => close());

    const put = (file: string, number: number, ...chunks: readonly (Uint8Array | Error)[]): Promise<PartContent> =>
      store.putPart(file, { number, most: MOST }, arriving(...chunks), () => {});
    const partsOf = async (file: string, ...numbers: number[]): Promise<readonly PartContent[]> => {
      const draft = await store.assemble(file, numbers);
      await draft.discard();
      return draft.content.parts;
    };

    test('parts become a file in the order that is asked for, whatever order they came in', async () => {
      const file = newId();
      const [first, second] = [png('one'), Buffer.alloc(100_000, 7)];
      await put(file, 2, second.subarray(0, 10), second.subarray(10));
      expect(await put(file, 1, first)).toEqual({ number: 1, size: first.length, sha256: digest(first) });
      const draft = await store.assemble(file, [1, 2]);
      const whole = Buffer.concat([first, second]);
      expect(draft.content).toEqual({
        parts: [
          { number: 1, size: first.length, sha256: digest(first) },
          { number: 2, size: second.length, sha256: digest(second) },
        ],
        size: whole.length,
        sha256: digest(whole),
        head: expect.any(Uint8Array),
      });
      expect(Buffer.from(draft.content.head)).toEqual(whole.subarray(0, 4096));
      expect(await bytes(file, digest(whole))).toBeNull();
      await draft.keep();
      await draft.discard();
      expect((await bytes(file, digest(whole)))?.equals(whole)).toBe(true);
    });

    test('a part is replaced by a later one with its number', async () => {
      const file = newId();
      for (const text of ['old', 'new']) await put(file, 1, Buffer.from(text));
      expect(await partsOf(file, 1)).toMatchObject([{ sha256: digest(Buffer.from('new')) }]);
    });

    test('a part that is refused, or breaks off, leaves the one before it', async () => {
      const file = newId();
      await put(file, 1, Buffer.from('good'));
      const refusal = new Error('refused');
      const refuse = (): never => {
        throw refusal;
      };
      await expect(store.putPart(file, { number: 1, most: MOST }, arriving(png()), refuse)).rejects.toBe(refusal);
      await expect(put(file, 1, png(), new Error('hung up'))).rejects.toThrow('hung up');
      expect(await partsOf(file, 1)).toMatchObject([{ sha256: digest(Buffer.from('good')) }]);
    });

    test('no more is read than is needed to see that it is too much', async () => {
      let size = 0;
      const demand = (content: PartContent): void => void ({ size } = content);
      const endless = arriving(Buffer.alloc(6), Buffer.alloc(6), new Error('read too far'));
      await store.putPart(newId(), { number: 1, most: 10 }, endless, demand);
      expect(size).toBe(12);
    });

    test('parts that are not there are left out', async () => {
      const file = newId();
      await put(file, 2, png());
      expect(await partsOf(file, 1, 2, 3)).toMatchObject([{ number: 2 }]);
      expect(await partsOf(newId(), 1)).toEqual([]);
    });

    test('what was put together and discarded is nowhere, and the parts are still there', async () => {
      const file = newId();
      await put(file, 1, png());
      const draft = await store.assemble(file, [1]);
      await draft.discard();
      expect(await bytes(file, draft.content.sha256)).toBeNull();
      expect(await partsOf(file, 1)).toHaveLength(1);
    });

    test('parts are removed and the file stays; or all of it, again and again', async () => {
      const file = newId();
      await put(file, 1, png());
      const draft = await store.assemble(file, [1]);
      await draft.keep();
      for (let times = 0; times < 2; times++) await store.removeParts(file);
      expect(await partsOf(file, 1)).toEqual([]);
      expect(await bytes(file, draft.content.sha256)).not.toBeNull();
      for (let times = 0; times < 2; times++) await store.remove(file);
      expect(await bytes(file, draft.content.sha256)).toBeNull();
    });

    test('ten who send the same part leave one of theirs, whole', async () => {
      const file = newId();
      const given = Array.from({ length: 10 }, (_, index) => Buffer.alloc(50_000, index));
      await Promise.all(given.map((each) => put(file, 1, each.subarray(0, 100), each.subarray(100))));
      const [left] = await partsOf(file, 1);
      expect(given.map((each) => digest(each))).toContain(left!.sha256);
    });
  });
}
