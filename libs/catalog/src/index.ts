import type { Tables } from '#platform/persistence';
import { Migration20261120_1300_Benefits } from '../migrations/migration-20261120-1300-benefits.ts';
import { BenefitMapping } from './adapters/persistence/benefit.mapping.ts';

export { CatalogModule } from './catalog.module.ts';
export { CreateBenefit } from './commands/create-benefit.ts';

export const catalogTables: Tables = { entities: [BenefitMapping], migrations: [Migration20261120_1300_Benefits] };
