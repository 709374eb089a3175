import type { Responses } from '#platform/http';
import { KeySetView, LeasedLicenseKeyView, StatusListToken } from '../../queries/lease.view.ts';
import { limited, MANAGE_URL, RETRY_AT } from './license-key-operations.ts';

const CODE = {
  'License-Code':
    'The reason, for programs: `NOT_FOUND`, `ROTATED`, `NOT_CLAIMED`, `REVOKED`, `DISABLED`, `EXPIRED`, `ACTIVATIONS_NOT_SUPPORTED`, ' +
    '`ACTIVATION_LIMIT_REACHED`, `ACTIVATION_NOT_FOUND`, `CHECKOUT_EXPIRED`, `CONDITIONS_MISMATCH`, `BENEFIT_MISMATCH`, `OFFLINE_NOT_SUPPORTED`, ' +
    '`OFFLINE_LIMIT_REACHED`, `COUNTER_LIMIT_REACHED`, `CHECK_IN_OVERDUE`, `UPDATES_ENDED`, `VERSION_TOO_OLD`, `VERSION_TOO_NEW`, `DEVICE_MISMATCH`, `DEVICE_NOT_ALLOWED`, `DEVICE_OVER_LIMIT`, ' +
    '`VIRTUAL_DEVICE_REFUSED`, `DEVICE_CLASS_LIMIT_REACHED` or `DEVICE_SWAP_LIMIT_REACHED`.',
};

export const LEASE_PUBLICLY = limited({
  summary: 'Lease a license key to a device',
  description:
    'Signs a lease with which an application may use the license key without a network until it expires: a JSON Web Token (EdDSA), to be ' +
    'verified with the public keys of the organization. Requires what an activation requires, and a benefit with `offline`. The device is ' +
    'an activation, or is activated in the same step. Leasing again renews the lease. An activation whose lease is not over keeps its ' +
    'place among the offline devices and among the activations, even if it is deactivated. An extension.',
  ok: { status: 200, view: LeasedLicenseKeyView },
  errors: {
    400: ['BadRequest', 'The units exceed what is left of a counter.'],
    403: [
      'NotPermitted',
      'The license key is revoked, disabled or expired, does not support activations or offline use, or has reached its activation ' +
        'limit or its limit of offline devices, or does not allow the device.',
    ],
    404: ['ResourceNotFound', 'The license key or the activation does not exist, or the conditions or the benefit do not match.'],
  },
  headers: { ...CODE, ...RETRY_AT, ...MANAGE_URL },
} as const satisfies Responses);

export const GET_KEY_SET = {
  summary: 'Get the public keys of an organization',
  description:
    'Returns the keys with which leases and status lists of the organization are signed, as a JSON Web Key Set. Applications pin the root ' +
    'key and verify `signed_keys` with it. Can be cached for 5 minutes. An extension.',
  ok: { status: 200, view: KeySetView },
  errors: { 404: ['ResourceNotFound', 'The organization does not exist, or has not leased a license key yet.'] },
} as const satisfies Responses;

export const GET_STATUS_LIST = {
  summary: 'Get a status list',
  description:
    'Returns the signed status list (IETF Token Status List) with which an application learns whether its lease was revoked (1) or ' +
    'suspended (2), without presenting its license key. Can be cached for 5 minutes. An extension.',
  ok: { status: 200, view: StatusListToken, mediaType: 'application/statuslist+jwt' },
  errors: { 404: ['ResourceNotFound', 'The organization has no such list.'] },
} as const satisfies Responses;
