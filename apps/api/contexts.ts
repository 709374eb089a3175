import { CatalogModule, catalogTables } from '#catalog';
import { CustomerPortalModule, customerPortalTables } from '#customer-portal';
import { EntitlementsModule, entitlementsTables } from '#entitlements';
import { LicensingModule, licensingTables } from '#licensing';
import { MeteringModule, meteringTables } from '#metering';
import { OrganizationsModule, organizationsTables } from '#organizations';
import type { Tables } from '#platform/persistence';
import { SeatsModule, seatsTables } from '#seats';

/** Every context's tables, in one history; tools, tests and processes share this list. */
export const contexts: readonly Tables[] = [
  organizationsTables,
  catalogTables,
  customerPortalTables,
  entitlementsTables,
  licensingTables,
  meteringTables,
  seatsTables,
];

/** The contexts themselves, the same in every process. */
export const contextModules = [
  OrganizationsModule,
  CatalogModule,
  CustomerPortalModule,
  EntitlementsModule,
  LicensingModule,
  MeteringModule,
  SeatsModule,
];
