export { Migration20261123_1500_Downloads } from './migration-20261123-1500-downloads.ts';
export { Migration20261124_0501_DownloadsOfCustomers } from './migration-20261124-0501-downloads-of-customers.ts';
export { Migration20261127_1502_PartsOfProductNames } from './migration-20261127-1502-parts-of-product-names.ts';
export { Migration20261127_1601_ProductLinks } from './migration-20261127-1601-product-links.ts';
export { Migration20261127_2002_SearchOfProductsWithoutTable } from './migration-20261127-2002-search-of-products-without-table.ts';
export { Migration20261128_1100_MediaStore } from './migration-20261128-1100-media-store.ts';
export { Migration20261201_0201_HeldPlaces } from './migration-20261201-0201-held-places.ts';
