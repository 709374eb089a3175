export { Migration20261123_0602_EmailChanges } from './migration-20261123-0602-email-changes.ts';
export { Migration20261125_0930_CustomerSearch } from './migration-20261125-0930-customer-search.ts';
export { Migration20261126_1512_PartsOfCustomers } from './migration-20261126-1512-parts-of-customers.ts';
export { Migration20261127_1500_CustomersByExternalId } from './migration-20261127-1500-customers-by-external-id.ts';
export { Migration20261127_2000_SearchOfCustomersWithoutTable } from './migration-20261127-2000-search-of-customers-without-table.ts';
export { Migration20261130_0200_PartsOfAddresses } from './migration-20261130-0200-parts-of-addresses.ts';
export { Migration20261201_0100_SessionGenerations } from './migration-20261201-0100-session-generations.ts';
