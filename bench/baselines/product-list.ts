/** The two statements of the product list, replacing its handler, so that each is timed separately. */
export { conditionsFor, type ProductSearch } from '../../libs/catalog/src/queries/product-filters.ts';
export {
  count,
  type Criterion,
  type Counts,
  pageOfIds,
  PRODUCT_ORDERS,
  type PageRequest,
} from '../../libs/catalog/src/queries/product-pages.ts';
export { facetsFor, type ProductFacets } from '../../libs/catalog/src/queries/product-facets.ts';
