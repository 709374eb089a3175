import { pause } from '#support/slices';
import { StreamedList } from '#support/streamed-lists';
import { isPlainObject } from '#platform/wire';

/** Text is passed on in chunks of about so many characters: large enough to be cheap, small enough to wait for a slow client. */
export const CHUNK_LENGTH = 64 * 1024;

export const hasStreamedList = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) && Object.values(value).some((property) => property instanceof StreamedList);

/**
 * Serializes an object of which some properties are streamed lists, whose items may be such objects themselves. The text is the
 * one of `JSON.stringify` with the lists as arrays. A page is read only when all text before it was taken, and at most
 * `CHUNK_LENGTH` characters and one item wait to be taken. All chunks but the last are of `CHUNK_LENGTH` or more.
 */
export class JsonChunks implements AsyncIterable<string> {
  private text = '';

  constructor(private readonly value: object) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    yield* this.write(this.value);
    yield this.text;
  }

  private async *write(value: unknown): AsyncGenerator<string, void> {
    if (value instanceof StreamedList) yield* this.writeList(value);
    else if (hasStreamedList(value)) yield* this.writeObject(value);
    else yield* this.append(JSON.stringify(value));
  }

  private async *writeObject(value: Record<string, unknown>): AsyncGenerator<string, void> {
    let separator = '{';
    for (const [name, property] of Object.entries(value)) {
      if (property === undefined) continue;
      this.text += `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      yield* this.write(property);
    }
    this.text += '}';
  }

  private async *writeList(list: StreamedList<unknown>): AsyncGenerator<string, void> {
    this.text += '[';
    let separator = '';
    for await (const page of list) {
      await pause();
      for (const item of page) {
        this.text += separator;
        separator = ',';
        if (hasStreamedList(item)) yield* this.writeObject(item);
        else yield* this.append(JSON.stringify(item));
      }
    }
    this.text += ']';
  }

  private *append(text: string): Generator<string, void> {
    this.text += text;
    if (this.text.length < CHUNK_LENGTH) return;
    const chunk = this.text;
    this.text = '';
    yield chunk;
  }
}
