import type { Tables } from '#engine/persistence';
import { FailedEventMapping } from './adapters/persistence/failed-event.mapping.ts';
import { failedEventsData } from './adapters/persistence/organization-data.ts';

export { FailedEventsModule } from './failed-events.module.ts';

/** The migration of the table is one of the platform, which writes it. */
export const failedEventsTables: Tables = { entities: [FailedEventMapping], migrations: [], ofOrganization: failedEventsData };
