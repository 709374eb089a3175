import { ActivationWithKeyView, CreatedActivationView, ValidatedLicenseKeyView } from '../../queries/license-key.view.ts';

const CODE = {
  'License-Code':
    'The reason in one stable word: `NOT_FOUND`, `REVOKED`, `DISABLED`, `EXPIRED`, `ACTIVATIONS_NOT_SUPPORTED`, ' +
    '`ACTIVATION_LIMIT_REACHED`, `ACTIVATION_NOT_FOUND`, `CONDITIONS_MISMATCH`, `BENEFIT_MISMATCH`, `CUSTOMER_MISMATCH` ' +
    'or `USAGE_LIMIT_EXCEEDED`.',
};

export const NOT_FOUND = { 404: ['ResourceNotFound', 'License key not found.'] } as const;

export const ACTIVATION_NOT_FOUND = { 404: ['ResourceNotFound', 'License key or activation not found.'] } as const;

export const ROTATE_ERRORS = { 400: ['RotateNotPermitted', 'A revoked key cannot be rotated.'], ...NOT_FOUND } as const;

export const ACTIVATE = {
  summary: 'Activate a license key instance',
  description: 'With a `License-Device` header, the same device gets its existing activation back.',
  ok: { status: 200, view: CreatedActivationView },
  refusals: {
    403: [
      'NotPermitted',
      'The key is revoked, disabled or expired, does not support activations, or has reached its activation limit.',
    ],
    ...NOT_FOUND,
  },
  headers: CODE,
} as const;

export const VALIDATE = {
  summary: 'Validate a license key instance',
  ok: { status: 200, view: ValidatedLicenseKeyView },
  refusals: {
    400: ['BadRequest', 'The increment exceeds the remaining usage.'],
    404: [
      'ResourceNotFound',
      'No such key, or it is revoked, disabled or expired, or the activation, conditions, benefit or customer do not match.',
    ],
  },
  headers: CODE,
} as const;

export const DEACTIVATE = {
  summary: 'Deactivate a license key instance',
  ok: { status: 204, view: null },
  refusals: ACTIVATION_NOT_FOUND,
  headers: CODE,
} as const;

export const GET_ACTIVATION = {
  summary: 'Get a license key activation',
  ok: { status: 200, view: ActivationWithKeyView },
  refusals: ACTIVATION_NOT_FOUND,
} as const;
