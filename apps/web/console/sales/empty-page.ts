/** What a list shows if its filters cannot match. */
export const EMPTY_PAGE = { items: [], pagination: { total_count: 0, max_page: 0 } };
