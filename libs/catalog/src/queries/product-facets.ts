import { VISIBILITIES } from '../views/benefit.view.ts';

/** Filters by the properties that make up a facet. */
export interface ProductFacets {
  readonly is_archived?: boolean;
  readonly is_recurring?: boolean;
  /** Products with one of these values match. */
  readonly visibility?: readonly (typeof VISIBILITIES)[number][];
}

/** All facets: every combination of the three properties. The index is the number stored with a product. */
const FACETS = [false, true].flatMap((is_archived) =>
  [false, true].flatMap((is_recurring) => VISIBILITIES.map((visibility) => ({ is_archived, is_recurring, visibility }))),
);

/** The numbers of the facets that match the filters that are set; `all` if every facet matches. */
export const facetsFor = ({ is_archived, is_recurring, visibility }: ProductFacets): number[] | 'all' => {
  const numbers = FACETS.flatMap((facet, number) =>
    (is_archived ?? facet.is_archived) === facet.is_archived &&
    (is_recurring ?? facet.is_recurring) === facet.is_recurring &&
    (visibility ?? VISIBILITIES).includes(facet.visibility)
      ? [number]
      : [],
  );
  return numbers.length === FACETS.length ? 'all' : numbers;
};
