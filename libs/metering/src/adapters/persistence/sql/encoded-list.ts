import { pause } from '#support/slices';

/** Characters that are encoded at a time. */
const CHUNK = 64 * 1024;

/**
 * The items with commas between them, in UTF-8. Written and encoded in slices; the driver would encode a text in one piece, several
 * megabytes for the largest requests.
 */
export async function encodedList<T>(
  start: string,
  items: readonly T[],
  write: (item: T) => string,
  end: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let text = start;
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ',';
    text += write(items[index]!);
    if (text.length < CHUNK) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await pause();
  }
  chunks.push(Buffer.from(text + end));
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
