import type { Tables } from '#platform/persistence';
import { Migration20261120_1010_Customers } from '../migrations/migration-20261120-1010-customers.ts';
import { Migration20261121_0905_FirstUse } from '../migrations/migration-20261121-0905-first-use.ts';
import { CustomerMapping } from './adapters/persistence/customer.mapping.ts';

export { BecomeTeamWhenSeatsBought } from './adapters/messaging/become-team-when-seats-bought.ts';
export { NoteFirstUseWhenUsageStarted } from './adapters/messaging/note-first-use-when-usage-started.ts';
export { CreateCustomer } from './commands/create-customer.ts';
export { CustomerPortalModule } from './customer-portal.module.ts';

export const customerPortalTables: Tables = {
  entities: [CustomerMapping],
  migrations: [Migration20261120_1010_Customers, Migration20261121_0905_FirstUse],
};
