import { integer, object, oneOf, optional, strict } from '#platform/wire';

const Moves = strict(
  object({ limit: integer({ ge: 0, le: 100 }), period_days: integer({ ge: 1, le: 366 }) }, 'BenefitLicenseKeyMoves', {
    limit: {
      text: 'How many places of a license key are released in a period before their leases are over, and how many of those leases can be used offline at a time.',
      example: 3,
    },
    period_days: { text: 'The length of the period in days. It ends now.', example: 30 },
  }),
);

/** How license keys may be used without a network, in requests and responses. */
export const OfflinePolicyView = strict(
  object(
    {
      lease_seconds: integer({ ge: 60, le: 31_622_400 }),
      grace_seconds: integer({ ge: 0, le: 7_776_000 }),
      max_offline_devices: integer({ ge: 1, le: 1000 }),
      held: optional(oneOf(['until_lease_ends', 'until_renewal_is_due', 'released_at_once'])),
      moves: optional(Moves),
    },
    'BenefitLicenseKeyOfflineProperties',
    {
      lease_seconds: { text: 'For how many seconds a lease is valid: one minute to 366 days.', example: 604800 },
      grace_seconds: { text: 'For how many seconds after a lease applications may go on: up to 90 days.', example: 86400 },
      max_offline_devices: { text: 'How many devices can have a lease of a license key at the same time.', example: 3 },
      held: 'Until when the lease of a deactivated device holds its place: until the lease is over (`until_lease_ends`), until it should be renewed (`until_renewal_is_due`), or no longer (`released_at_once`, the default). Beyond `moves` it is held.',
      moves: 'How many places are released before their leases are over. Left out: 3 in 30 days.',
    },
  ),
);
