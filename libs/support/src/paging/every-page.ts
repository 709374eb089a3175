const LIMIT = 100;

interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: { readonly max_page: number };
}

/** The items of all pages of a list. */
export async function everyPage<T>(
  read: (page: { readonly page: number; readonly limit: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const found = await read({ page, limit: LIMIT });
    items.push(...found.items);
    last = found.pagination.max_page;
  }
  return items;
}
