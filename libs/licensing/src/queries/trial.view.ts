import { type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

/** The trial key of a device, without the customer who holds it for the seller. */
export const TrialView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    organization_id: uuid4(),
    benefit_id: uuid4(),
    key: text(),
    display_key: text(),
    status: oneOf(['granted', 'revoked', 'disabled']),
    expires_at: nullable(timestamp()),
  },
  'LicenseKeyTrial',
  {
    id: 'The ID of the license key.',
    created_at: 'When the trial began.',
    organization_id: 'The ID of the organization.',
    benefit_id: 'The ID of the benefit.',
    key: { text: 'The license key.', example: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA' },
    display_key: { text: 'The masked license key.', example: '****-E304DA' },
    status: 'The status of the license key.',
    expires_at: 'When the trial ends, or `null` if the seller made it endless.',
  },
);
export type TrialView = Infer<typeof TrialView>;
