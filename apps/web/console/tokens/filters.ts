import { pageIn, type Search } from '../search-parameters.ts';

export interface TokensSearch {
  readonly page?: number;
}

export const readTokensSearch = (search: Search): TokensSearch => ({ page: pageIn(search['page']) });
