import { newId } from '#kernel';
import type { MediaStore, PartContent } from '../src/domain/media-store.ts';
import { digest, png } from './media-file.builder.ts';

interface Opened {
  readonly store: MediaStore;
  /** The content of a file with this digest; null if it is not stored. */
  readonly bytes: (file: string, sha256: string) => Promise<Buffer | null>;
  readonly close: () => Promise<void>;
}

const MAX_SIZE = 1024 * 1024;

async function* arriving(...chunks: readonly (Uint8Array | Error)[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

/** The contract of every implementation of the port, for bytes. */
export function mediaStoreContract(storage: string, open: () => Promise<Opened>): void {
  describe(`bytes in ${storage}`, () => {
    let store: MediaStore;
    let bytes: Opened['bytes'];
    let close: Opened['close'];
    beforeAll(async () => {
      ({ store, bytes, close } = await open());
    });
    afterAll(() => close());

    const put = (file: string, number: number, ...chunks: readonly (Uint8Array | Error)[]): Promise<PartContent> =>
      store.putPart(file, { number, maxSize: MAX_SIZE }, arriving(...chunks), () => {});
    const partsOf = async (file: string, ...numbers: number[]): Promise<readonly PartContent[]> => {
      const draft = await store.assemble(file, numbers);
      await draft.discard();
      return draft.content.parts;
    };

    test('the store keeps the id with which it is claimed first', async () => {
      expect(await store.id()).toBeNull();
      const [first, ...others] = await Promise.all([newId(), newId(), newId()].map((id) => store.claim(id)));
      expect([await store.id(), await store.claim(newId()), ...others]).toEqual([first, first, first, first]);
    });

    test('parts are assembled in the requested order, whatever order they arrived in', async () => {
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

    test('a part that is rejected or interrupted leaves the earlier one in place', async () => {
      const file = newId();
      await put(file, 1, Buffer.from('good'));
      const rejection = new Error('rejected');
      const reject = (): never => {
        throw rejection;
      };
      await expect(store.putPart(file, { number: 1, maxSize: MAX_SIZE }, arriving(png()), reject)).rejects.toBe(rejection);
      await expect(put(file, 1, png(), new Error('hung up'))).rejects.toThrow('hung up');
      expect(await partsOf(file, 1)).toMatchObject([{ sha256: digest(Buffer.from('good')) }]);
    });

    test('reading stops at the chunk that exceeds the maximum size', async () => {
      let size = 0;
      const check = (content: PartContent): void => void ({ size } = content);
      const endless = arriving(Buffer.alloc(6), Buffer.alloc(6), new Error('read too far'));
      await store.putPart(newId(), { number: 1, maxSize: 10 }, endless, check);
      expect(size).toBe(12);
    });

    test('missing parts are left out', async () => {
      const file = newId();
      await put(file, 2, png());
      expect(await partsOf(file, 1, 2, 3)).toMatchObject([{ number: 2 }]);
      expect(await partsOf(newId(), 1)).toEqual([]);
    });

    test('a discarded draft is not stored, and its parts remain', async () => {
      const file = newId();
      await put(file, 1, png());
      const draft = await store.assemble(file, [1]);
      await draft.discard();
      expect(await bytes(file, draft.content.sha256)).toBeNull();
      expect(await partsOf(file, 1)).toHaveLength(1);
    });

    test('the parts or the whole file can be removed, repeatedly', async () => {
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

    test('of ten concurrent uploads of the same part, one is stored completely', async () => {
      const file = newId();
      const given = Array.from({ length: 10 }, (_, index) => Buffer.alloc(50_000, index));
      await Promise.all(given.map((each) => put(file, 1, each.subarray(0, 100), each.subarray(100))));
      const [remaining] = await partsOf(file, 1);
      expect(given.map((each) => digest(each))).toContain(remaining!.sha256);
    });
  });
}
