import { VISIBILITIES } from './benefit.view.ts';

/** What a shelf says of the products on it. */
export interface ProductFacets {
  readonly is_archived?: boolean;
  readonly is_recurring?: boolean;
  /** Any of these. */
  readonly visibility?: readonly (typeof VISIBILITIES)[number][];
}

/** The shelves as the column `shelf` numbers them. */
const FACETS = [false, true].flatMap((is_archived) =>
  [false, true].flatMap((is_recurring) => VISIBILITIES.map((visibility) => ({ is_archived, is_recurring, visibility }))),
);

/** The numbers of the shelves to look at; what is undefined does not matter. */
export const facetsFor = ({ is_archived, is_recurring, visibility }: ProductFacets): number[] | 'all' => {
  const numbers = FACETS.flatMap((shelf, number) =>
    (is_archived ?? shelf.is_archived) === shelf.is_archived &&
    (is_recurring ?? shelf.is_recurring) === shelf.is_recurring &&
    (visibility ?? VISIBILITIES).includes(shelf.visibility)
      ? [number]
      : [],
  );
  return numbers.length === FACETS.length ? 'all' : numbers;
};
