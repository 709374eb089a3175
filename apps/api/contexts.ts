import { catalogTables } from '#catalog';
import { customerPortalTables } from '#customer-portal';
import { licensingTables } from '#licensing';
import { organizationsTables } from '#organizations';
import type { Tables } from '#platform/persistence';

/** Every context's tables, in one history; tools, tests and processes share this list. */
export const contexts: readonly Tables[] = [organizationsTables, catalogTables, customerPortalTables, licensingTables];
