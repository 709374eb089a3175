import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const seatsData: readonly OrganizationRows[] = ['seats.seats', 'seats.seat_pools'];
