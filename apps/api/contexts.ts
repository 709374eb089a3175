import { CatalogModule, catalogTables } from '#catalog';
import { CustomerPortalModule, customerPortalTables } from '#customer-portal';
import { LicensingModule, licensingTables } from '#licensing';
import { OrganizationsModule, organizationsTables } from '#organizations';
import type { Tables } from '#platform/persistence';

/** Every context's tables, in one history; tools, tests and processes share this list. */
export const contexts: readonly Tables[] = [organizationsTables, catalogTables, customerPortalTables, licensingTables];

/** The contexts themselves, the same in every process. */
export const contextModules = [OrganizationsModule, CatalogModule, CustomerPortalModule, LicensingModule];
