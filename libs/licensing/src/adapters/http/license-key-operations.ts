import type { Responses } from '#platform/http';
import {
  ActivationView,
  ActivationWithKeyView,
  CreatedActivationView,
  ValidatedLicenseKeyView,
} from '../../queries/license-key.view.ts';

const CODE = {
  'License-Code':
    'The reason, for programs: `NOT_FOUND`, `ROTATED`, `NOT_CLAIMED`, `REVOKED`, `DISABLED`, `EXPIRED`, `ACTIVATIONS_NOT_SUPPORTED`, ' +
    '`ACTIVATION_LIMIT_REACHED`, `ACTIVATION_NOT_FOUND`, `CHECKOUT_EXPIRED`, `CONDITIONS_MISMATCH`, `BENEFIT_MISMATCH`, `PRODUCT_MISMATCH`, ' +
    '`CUSTOMER_MISMATCH`, `ENTITLEMENT_MISSING`, `USAGE_LIMIT_EXCEEDED`, `COUNTER_LIMIT_REACHED`, `CHECK_IN_OVERDUE`, `UPDATES_ENDED`, ' +
    '`VERSION_TOO_OLD`, `VERSION_TOO_NEW`, `RELEASE_NOT_INCLUDED`, ' +
    '`DEVICE_MISMATCH`, `DEVICE_NOT_ALLOWED`, `DEVICE_OVER_LIMIT`, `VIRTUAL_DEVICE_REFUSED`, `DEVICE_CLASS_LIMIT_REACHED`, `DEVICE_SWAP_LIMIT_REACHED` or ' +
    '`HEARTBEATS_NOT_SUPPORTED`.',
};

/** The header of a license key that is full. */
export const MANAGE_URL = {
  'License-Manage-Url':
    'With `ACTIVATION_LIMIT_REACHED`, if customers may remove devices and there is one: a page of the customer portal on which the customer signs in and ' +
    'removes one. It is open for an hour. An extension.',
};

/** The header of refusals that end at a known time. */
export const RETRY_AT = {
  'License-Retry-At':
    'When the same may be permitted: with `DEVICE_SWAP_LIMIT_REACHED` and, where leases of deactivated devices hold places, `ACTIVATION_LIMIT_REACHED` and `OFFLINE_LIMIT_REACHED`. An extension.',
};

/** The header of a license key that does not include the release. */
const INCLUDED_VERSION = {
  'License-Included-Version':
    'With `RELEASE_NOT_INCLUDED`: the newest version that the license key includes, if there is one. An extension.',
};

/** The header of answers about a key that is valid. */
const STANDING = {
  'License-Standing':
    'What the customer needs to know, as a list (RFC 9651), such as `trial;until="2026-12-13T09:00:00.000Z", over_limit;limit=3;used=10`: ' +
    '`trial` (`until`), `past_due` (`until`: the license key stops working then unless it is paid), `over_limit` (`limit`, `used`) and ' +
    '`renewed` (`at`, `until`); `good` if there is nothing. Left out where a response is repeated for its `Idempotency-Key`. An extension.',
};

export const NOT_FOUND = { 404: ['ResourceNotFound', 'The license key does not exist or is not accessible.'] } as const;

export const ACTIVATION_NOT_FOUND = {
  404: ['ResourceNotFound', 'The license key or the activation does not exist or is not accessible.'],
} as const;

export const ROTATE_ERRORS = { 400: ['RotateNotPermitted', 'A revoked key cannot be rotated.'], ...NOT_FOUND } as const;

export const TRANSFER_ERRORS = {
  409: ['LicenseKeyNotTransferable', 'The license key is revoked, belongs to a seat, or has too many activations to deactivate.'],
  ...NOT_FOUND,
} as const;

export const ACTIVATE = {
  summary: 'Activate a license key',
  description:
    'Activates a license key on a device or installation, which takes one of its activations. Requires a license key that is granted, not ' +
    'expired and supports activations; others are validated only. With a `License-Device` header, the same device gets its existing activation ' +
    'back, so the request can be repeated. Another installation of the device (`License-Installation`) gets one that shares its place. A failed request changes nothing. Publishes `license_key.activated`.',
  ok: { status: 200, view: CreatedActivationView, headers: STANDING },
  errors: {
    403: [
      'NotPermitted',
      'The license key is revoked, disabled or expired, does not support activations, has reached its activation limit, or does not ' +
        'allow the device.',
    ],
    404: ['ResourceNotFound', 'The license key does not exist, was replaced by another one, or is not of the benefit.'],
  },
  headers: { ...CODE, ...RETRY_AT },
} as const satisfies Responses;

export const VALIDATE = {
  summary: 'Validate a license key',
  description:
    'Checks that a license key is granted, has not expired and matches everything else that the request names: activation, conditions, ' +
    'benefit, customer and release. If so, counts the validation, and adds `increment_usage` to the usage and `increment` to a counter. A failed request changes nothing, and its ' +
    '`License-Code` header says why it failed.',
  ok: { status: 200, view: ValidatedLicenseKeyView, headers: STANDING },
  errors: {
    400: ['BadRequest', 'The increment exceeds the remaining usage, or what is left of the counter.'],
    404: [
      'ResourceNotFound',
      'The license key does not exist, was replaced, is revoked, disabled or expired, or the activation, conditions, device, benefit, customer or release do not match.',
    ],
  },
  headers: { ...CODE, ...INCLUDED_VERSION },
} as const satisfies Responses;

export const DEACTIVATE = {
  summary: 'Deactivate a license key',
  description:
    'Removes an activation, so that the license key can be activated elsewhere, unless other installations of the device remain. Works whatever the status of the license key, also after it ' +
    'has expired. Publishes `license_key.deactivated`.',
  ok: { status: 204, view: null },
  errors: ACTIVATION_NOT_FOUND,
  headers: CODE,
} as const satisfies Responses;

const HEARTBEAT = {
  summary: 'Renew the check-out of an activation',
  description:
    'An activation of a floating license key holds its slot until its check-out expires. A heartbeat renews the check-out. It is no ' +
    'validation: it counts nothing. Once the check-out has expired, its slot may be that of another device, and the activation is ' +
    'refused until the license key is activated on the device again. An extension.',
  ok: { status: 200, view: ActivationView },
  errors: {
    403: ['NotPermitted', 'The license key is node-locked: its activations need no heartbeats.'],
    404: [
      'ResourceNotFound',
      'The license key does not exist, is revoked, disabled or expired, or the activation does not exist, or its check-out has expired.',
    ],
  },
  headers: CODE,
} as const satisfies Responses;

/** Adds the limit of public operations. */
export const limited = <R extends Responses>(operation: R) => ({
  ...operation,
  description:
    `${operation.description} Different unknown keys are counted for each organization and network of clients: beyond the limit, the ` +
    'network gets 429, for seconds at first and for longer each time, except for keys that were used from it within 30 days or are ' +
    'activated as the request says, and for keys that the service generated.',
  errors: {
    ...operation.errors,
    429: [
      'TooManyRequests',
      'Too many unknown keys were presented from the network of the client. Whether this one exists is not revealed.',
      'limit',
    ] as const,
  },
});

export const ACTIVATE_PUBLICLY = limited({ ...ACTIVATE, headers: { ...ACTIVATE.headers, ...MANAGE_URL } });
export const VALIDATE_PUBLICLY = limited(VALIDATE);
export const DEACTIVATE_PUBLICLY = limited({
  ...DEACTIVATE,
  description: `${DEACTIVATE.description} A device that signs it (\`License-Deactivation\`) returns its lease with it.`,
  errors: {
    ...DEACTIVATE.errors,
    400: [
      'BadRequest',
      'The signed deactivation is malformed, was changed or signed by another device, or is about another license key or activation.',
    ],
    403: ['NotPermitted', 'The lease was renewed after the deactivation was signed.'],
  },
  headers: {
    'License-Code':
      'The reason, for programs: `NOT_FOUND`, `ROTATED` or `ACTIVATION_NOT_FOUND`; of a signed deactivation also `FILE_MALFORMED`, ' +
      '`FILE_SIGNATURE_INVALID`, `FILE_FOREIGN` or `LEASE_RENEWED`, without which it is accepted unsigned.',
  },
});
export const HEARTBEAT_PUBLICLY = limited(HEARTBEAT);

export const GET_ACTIVATION = {
  summary: 'Get an activation of a license key',
  description: 'Returns a current activation with its license key.',
  ok: { status: 200, view: ActivationWithKeyView },
  errors: ACTIVATION_NOT_FOUND,
} as const satisfies Responses;

/** The response of operations that return nothing. */
export const NO_CONTENT = (): void => undefined;

/** Why the audit log does not have what applications do. */
export const FREQUENT = 'Applications do it very often. Counters, activations and events tell about it.';
