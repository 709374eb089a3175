import { type Content, type Draft, HEAD_BYTES, MediaStore, type PartContent } from '../src/domain/media-store.ts';
import { digest } from './media-file.builder.ts';

export class InMemoryMediaStore extends MediaStore {
  private claimed: string | null = null;
  private readonly parts = new Map<string, Map<number, Buffer>>();
  private readonly stored = new Map<string, Map<string, Buffer>>();

  async id(): Promise<string | null> {
    return this.claimed;
  }

  async claim(id: string): Promise<string> {
    return (this.claimed ??= id);
  }

  async putPart(
    file: string,
    { number, maxSize }: { readonly number: number; readonly maxSize: number },
    bytes: AsyncIterable<Uint8Array>,
    check: (content: PartContent) => void,
  ): Promise<PartContent> {
    let all = Buffer.alloc(0);
    for await (const chunk of bytes) {
      all = Buffer.concat([all, chunk]);
      if (all.length > maxSize) break;
    }
    const content = { number, size: all.length, sha256: digest(all) };
    check(content);
    this.parts.set(file, (this.parts.get(file) ?? new Map<number, Buffer>()).set(number, all));
    return content;
  }

  async assemble(file: string, numbers: readonly number[]): Promise<Draft> {
    const found = numbers.flatMap((number) => {
      const bytes = this.parts.get(file)?.get(number);
      return bytes ? [{ number, bytes }] : [];
    });
    const whole = Buffer.concat(found.map(({ bytes }) => bytes));
    const content: Content = {
      parts: found.map(({ number, bytes }) => ({ number, size: bytes.length, sha256: digest(bytes) })),
      size: whole.length,
      sha256: digest(whole),
      head: whole.subarray(0, HEAD_BYTES),
    };
    const keep = async (): Promise<void> => {
      this.stored.set(file, (this.stored.get(file) ?? new Map<string, Buffer>()).set(content.sha256, whole));
    };
    return { content, keep, discard: async () => {} };
  }

  async removeParts(file: string): Promise<void> {
    this.parts.delete(file);
  }

  async remove(file: string): Promise<void> {
    this.parts.delete(file);
    this.stored.delete(file);
  }

  /** The content with this digest; null if it is not stored. */
  async bytes(file: string, sha256: string): Promise<Buffer | null> {
    return this.stored.get(file)?.get(sha256) ?? null;
  }
}
