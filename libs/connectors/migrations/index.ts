export { Migration20261123_0510_Connectors } from './migration-20261123-0510-connectors.ts';
export { Migration20261126_1814_UndeliveredPurchases } from './migration-20261126-1814-undelivered-purchases.ts';
export { Migration20261126_1812_LinesOfPayments } from './migration-20261126-1812-lines-of-payments.ts';
export { Migration20261126_2100_CustomersHere } from './migration-20261126-2100-customers-here.ts';
export { Migration20261126_2101_PurchasesOfCustomers } from './migration-20261126-2101-purchases-of-customers.ts';
export { Migration20261126_2102_EventsAboutSubjects } from './migration-20261126-2102-events-about-subjects.ts';
export { Migration20261126_2103_MetersOfPrices } from './migration-20261126-2103-meters-of-prices.ts';
export { Migration20261127_1701_AliasesAtOnce } from './migration-20261127-1701-aliases-at-once.ts';
