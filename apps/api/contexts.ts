import { catalogTables } from '#catalog';
import { customerPortalTables } from '#customer-portal';
import type { Tables } from '#platform/persistence';

/** Every context's tables, in one history; tools, tests and processes share this list. */
export const contexts: readonly Tables[] = [catalogTables, customerPortalTables];
