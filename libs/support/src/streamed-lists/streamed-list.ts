/** Makes the items of a page of another list. */
type Convert<Item, Other> = (page: readonly Item[]) => Other[] | Promise<Other[]>;

/**
 * A list of a response that is read in pages while the response is written, because it may be too long for the memory. It can be
 * read once.
 */
export class StreamedList<Item> {
  constructor(private readonly pages: AsyncIterable<readonly Item[]>) {}

  [Symbol.asyncIterator](): AsyncIterator<readonly Item[]> {
    return this.pages[Symbol.asyncIterator]();
  }

  map<Other>(convert: Convert<Item, Other>): StreamedList<Other> {
    return new StreamedList(converted(this, convert));
  }

  /** A response with such a list must be written by `@StreamsLists`. */
  toJSON(): never {
    throw new Error('A streamed list cannot be serialized as a whole');
  }
}

/** A list that is streamed if it is long. */
export type MaybeStreamed<Item> = Item[] | StreamedList<Item>;

async function* converted<Item, Other>(list: StreamedList<Item>, convert: Convert<Item, Other>): AsyncGenerator<Other[], void> {
  for await (const page of list) yield await convert(page);
}

/** The list with other items. A list that is not streamed counts as one page. */
export const mapList = async <Item, Other>(
  list: MaybeStreamed<Item>,
  convert: Convert<Item, Other>,
): Promise<MaybeStreamed<Other>> => (list instanceof StreamedList ? list.map(convert) : convert(list));

/** All items, for callers that know that they are few. */
export async function allItems<Item>(list: MaybeStreamed<Item>): Promise<readonly Item[]> {
  if (!(list instanceof StreamedList)) return list;
  const items: Item[] = [];
  for await (const page of list) items.push(...page);
  return items;
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** A view in which these lists may be streamed. */
export type Streamed<View, Lists extends keyof View> = Omit<View, Lists> & { [List in Lists]: MaybeStreamed<ItemOf<View[List]>> };
