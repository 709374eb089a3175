import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const failedEventsData: readonly OrganizationRows[] = ['platform.failed_events'];
