/** The two statements of the product list, in place of its handler: so that each is timed by itself. */
export { conditionsFor, type ProductMarks } from '../../libs/catalog/src/queries/product-conditions.ts';
export {
  count,
  type Criterion,
  type Numbers,
  pageOfIds,
  PRODUCT_ORDERS,
  type Wanted,
} from '../../libs/catalog/src/queries/product-pages.ts';
export { shelvesFor, type Standing } from '../../libs/catalog/src/queries/shelves.ts';
