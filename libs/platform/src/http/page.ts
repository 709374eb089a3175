import { type Field, integer, list, object } from '#platform/wire';

export interface Paging {
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly items: T[];
  readonly pagination: { readonly total_count: number; readonly max_page: number };
}

const PaginationView = object({ total_count: integer({ ge: 0 }), max_page: integer({ ge: 0 }) }, 'Pagination', {
  total_count: 'The number of items on all pages.',
  max_page: 'The number of the last page; 0 if there are no items.',
});

/** A page of a list in a response. */
export const pageOf = <T>(item: Field<T>, name: string): Field<Page<T>> =>
  object({ items: list(item), pagination: PaginationView }, `ListResource${name}`, {
    items: 'The items of this page.',
    pagination: 'The size of the whole list.',
  }) as unknown as Field<Page<T>>;

export const offsetOf = ({ page, limit }: Paging): number => (page - 1) * limit;

export const toPage = <T>(items: T[], totalCount: number, { limit }: Paging): Page<T> => ({
  items,
  pagination: { total_count: totalCount, max_page: Math.ceil(totalCount / limit) },
});
