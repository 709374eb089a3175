import type { Search } from '../search-parameters.ts';

export interface SignInSearch {
  /** The page to return to, without the address of the console. */
  readonly to?: string;
}

const PAGE = /^\/[a-z0-9]/i;

export const readSignInSearch = (search: Search): SignInSearch => {
  const { to } = search;
  return typeof to === 'string' && PAGE.test(to) ? { to } : {};
};
