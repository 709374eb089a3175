import { pageIn, type Search } from '../search-parameters.ts';

export interface PeopleSearch {
  readonly page?: number;
}

export const readPeopleSearch = (search: Search): PeopleSearch => ({ page: pageIn(search['page']) });
