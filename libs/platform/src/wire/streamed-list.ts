/**
 * A list of a response that is read in pages while the response is written, because it may be too long for the memory. It can be
 * read once.
 */
export class StreamedList<Item> {
  constructor(private readonly pages: AsyncIterable<readonly Item[]>) {}

  [Symbol.asyncIterator](): AsyncIterator<readonly Item[]> {
    return this.pages[Symbol.asyncIterator]();
  }

  /** The list with the items that `convert` makes of each page. */
  map<Other>(convert: (page: readonly Item[]) => readonly Other[] | Promise<readonly Other[]>): StreamedList<Other> {
    return new StreamedList(converted(this, convert));
  }

  /** A response with such a list must be written by `@StreamsLists`. */
  toJSON(): never {
    throw new Error('A streamed list cannot be serialized as a whole');
  }
}

async function* converted<Item, Other>(
  pages: AsyncIterable<readonly Item[]>,
  convert: (page: readonly Item[]) => readonly Other[] | Promise<readonly Other[]>,
): AsyncGenerator<readonly Other[], void> {
  for await (const page of pages) yield await convert(page);
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** A view in which these lists may be streamed. */
export type Streamed<View, Lists extends keyof View> = Omit<View, Lists> & {
  [List in Lists]: View[List] | StreamedList<ItemOf<View[List]>>;
};
