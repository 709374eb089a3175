/** Whether the address of a list leaves anything out: sorting and pages do not. */
export const isFiltered = ({
  sort: _sort,
  page: _page,
  ...rest
}: {
  readonly sort?: unknown;
  readonly page?: unknown;
}): boolean => Object.values(rest).some((value) => value !== undefined);

/** What a list shows if its filters cannot match. */
export const EMPTY_PAGE = { items: [], pagination: { total_count: 0, max_page: 0 } };
