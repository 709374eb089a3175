import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const notesData: readonly OrganizationRows[] = ['notes.notes'];
