import { oneIn, pageIn, type Search } from '../search-parameters.ts';

export const STATUSES = ['failed', 'retrying'] as const;

export interface FailedEventsSearch {
  readonly page?: number;
  readonly status?: (typeof STATUSES)[number];
}

export const readFailedEventsSearch = (search: Search): FailedEventsSearch => ({
  page: pageIn(search['page']),
  status: oneIn(STATUSES, search['status']),
});
