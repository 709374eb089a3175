/** What contexts above answer. */
export { FindPurchaseViews, type PurchaseViews } from './find-purchase-views.ts';
export { RefuseKeysOfCustomer } from './refuse-keys-of-customer.ts';
