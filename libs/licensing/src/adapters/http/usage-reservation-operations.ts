import type { Responses } from '#platform/http';
import { CommittedUsageView, ReservedUsageView } from '../../queries/usage-reservation.view.ts';
import { limited } from './license-key-operations.ts';

const CODE = {
  'License-Code':
    'The reason, for programs: `NOT_FOUND`, `REVOKED`, `DISABLED`, `EXPIRED`, `ACTIVATION_NOT_FOUND`, `CHECKOUT_EXPIRED`, ' +
    '`USAGE_LIMIT_EXCEEDED`, `CHECK_IN_OVERDUE`, `UPDATES_ENDED`, `RESERVATION_LIMIT_REACHED` or `RESERVATION_NOT_FOUND`.',
};

const NO_RESERVATION = {
  404: [
    'ResourceNotFound',
    'The license key does not exist, or it has no such reservation: it was committed or released, or has expired.',
  ],
} as const;

export const RESERVE = limited({
  summary: 'Reserve usage of a license key',
  description:
    'Keeps units of the usage for one caller: validations and other reservations cannot use them until they are committed or released, or ' +
    'the time is over. It is refused where a validation that adds as many units would be, and counts as no validation. An extension.',
  ok: { status: 200, view: ReservedUsageView },
  errors: {
    400: ['BadRequest', 'The units exceed the remaining usage.'],
    403: ['NotPermitted', 'The license key has 100 open reservations.'],
    404: [
      'ResourceNotFound',
      'The license key does not exist, is revoked, disabled or expired, or the activation does not match.',
    ],
  },
  headers: CODE,
} as const satisfies Responses);

export const COMMIT = limited({
  summary: 'Commit a reservation',
  description:
    'Adds the units of a reservation, or fewer, to the usage of the license key; the others are free again. Works whatever the status of the license key. An extension.',
  ok: { status: 200, view: CommittedUsageView },
  errors: NO_RESERVATION,
  headers: CODE,
} as const satisfies Responses);

export const RELEASE = limited({
  summary: 'Release a reservation',
  description:
    'Makes the units of a reservation free again, without using them. Works whatever the status of the license key. An extension.',
  ok: { status: 204, view: null },
  errors: NO_RESERVATION,
  headers: CODE,
} as const satisfies Responses);
