import type { Reservations } from '#kernel';

/** When the last of them expires. */
export const reservedUntil = (reservations: Reservations): Date | null =>
  reservations && new Date(Math.max(...reservations.map(({ expiresAt }) => Date.parse(expiresAt))));
