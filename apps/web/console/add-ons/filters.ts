import { pageIn, type Search, textIn } from '../search-parameters.ts';

/** What the address of the add-ons says. */
export interface AddOnsSearch {
  /** The benefit whose grants are shown. */
  readonly benefit?: string;
  readonly page?: number;
}

export const readAddOnsSearch = (search: Search): AddOnsSearch => ({
  benefit: textIn(search['benefit']),
  page: pageIn(search['page']),
});
