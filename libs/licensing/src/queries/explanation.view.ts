import { boolean, type Infer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

const CheckView = object(
  {
    name: text(),
    outcome: oneOf(['passed', 'failed', 'skipped']),
    code: nullable(text()),
    reason: nullable(text()),
    help: nullable(text()),
  },
  'LicenseKeyCheck',
  {
    name: { text: 'The name of the check.', example: 'not_expired' },
    outcome: { text: 'Whether the license key passed the check, or why it does not apply: see `reason`.', example: 'failed' },
    code: { text: 'The `License-Code` that the application gets if this is the first failed check.', example: 'EXPIRED' },
    reason: { text: 'Why the check failed or was skipped, or `null`.', example: 'License key has expired.' },
    help: { text: 'What would let the check pass, or `null`.', example: 'Set `expires_at` of the license key to a later time.' },
  },
);

export const ExplainedLicenseKeyView = object(
  {
    id: uuid4(),
    organization_id: uuid4(),
    customer_id: uuid4(),
    benefit_id: uuid4(),
    display_key: text(),
    status: oneOf(['granted', 'revoked', 'disabled']),
  },
  'ExplainedLicenseKey',
  {
    id: 'The ID of the license key.',
    organization_id: 'The ID of the organization that owns the license key.',
    customer_id: 'The ID of the customer who holds the license key.',
    benefit_id: 'The ID of the benefit through which the license key was issued.',
    display_key: { text: 'The masked license key.', example: '****-E304DA' },
    status: 'The status of the license key.',
  },
);

export const ExplanationView = object(
  {
    operation: oneOf(['activate', 'validate']),
    allowed: boolean(),
    code: nullable(text()),
    license_key: nullable(ExplainedLicenseKeyView),
    string: nullable(oneOf(['current', 'replaced', 'ended'])),
    string_valid_until: nullable(timestamp()),
    checks: list(CheckView),
  },
  'LicenseKeyExplanation',
  {
    operation: 'The operation that is explained.',
    allowed: 'Whether all checks passed: the application may do it.',
    code: { text: 'The `License-Code` that the application gets, or `null`.', example: 'EXPIRED' },
    license_key: 'The license key, or `null` if it does not exist.',
    string: {
      text: 'Whether `key` is the current license key, one that was replaced and still works, or one that no longer works. `null` without `key`.',
      example: 'current',
    },
    string_valid_until: 'Until when a replaced license key works or worked.',
    checks: 'All checks of the operation. The application gets the reason of the first one that failed.',
  },
);
export type ExplanationView = Infer<typeof ExplanationView>;
