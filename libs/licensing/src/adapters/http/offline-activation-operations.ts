import type { Responses } from '#platform/http';
import { LeaseFileView } from '../../queries/lease.view.ts';

const NOT_FOUND = ['ResourceNotFound', 'The license key or the activation does not exist or is not accessible.'] as const;

export const ACTIVATE_BY_FILE = {
  summary: 'Activate a device that has no network',
  description:
    'Leases a license key to the device that made a request file. The response is the lease file, to be carried to the device. Requires ' +
    'what a lease requires. The same request returns a new lease of the same device. A device that has a lease from an earlier file keeps ' +
    'its activation. An extension.',
  ok: { status: 200, view: LeaseFileView },
  errors: {
    400: ['BadRequest', 'The request file is malformed, was changed, or is for another organization.'],
    403: [
      'NotPermitted',
      'The license key is revoked, disabled or expired, does not support activations or offline use, or has reached its activation ' +
        'limit or its limit of offline devices.',
    ],
    404: NOT_FOUND,
  },
  headers: {
    'License-Code':
      'The reason, for programs: `FILE_MALFORMED`, `FILE_SIGNATURE_INVALID` or `FILE_FOREIGN`, or one of those of a lease.',
  },
} as const satisfies Responses;

export const DEACTIVATE_BY_FILE = {
  summary: 'Deactivate a device that has no network',
  description:
    'Takes back the lease of a device that made a deactivation file: the activation ends, and its place is free at once. A file counts ' +
    'once. Works whatever the status of the license key. Publishes `license_key.deactivated`. An extension.',
  ok: { status: 204, view: null },
  errors: {
    400: [
      'BadRequest',
      'The deactivation file is malformed, was changed or signed by another device, or is about another license key.',
    ],
    403: ['NotPermitted', 'The lease is over, was returned already, or was renewed after the file was made.'],
    404: NOT_FOUND,
  },
  headers: {
    'License-Code':
      'The reason, for programs: `FILE_MALFORMED`, `FILE_SIGNATURE_INVALID`, `FILE_FOREIGN`, `LEASE_OVER`, `LEASE_RENEWED` or ' +
      '`ACTIVATION_NOT_FOUND`.',
  },
} as const satisfies Responses;
