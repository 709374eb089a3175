import { describeResource, type Infer, integer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const SignInClientView = object(
  { created_at: timestamp(), id: uuid4(), organization_id: uuid4(), name: text(), benefit_ids: list(uuid4()) },
  'SignInClient',
  {
    ...describeResource('client'),
    name: { text: 'The name of the application, which customers read before they allow it to sign them in.', example: 'Atlas' },
    benefit_ids: 'The benefits whose license keys the application finds.',
  },
);
export type SignInClientView = Infer<typeof SignInClientView>;

export const DeviceSignInView = object(
  {
    device_code: text(),
    user_code: text(),
    verification_uri: text(),
    verification_uri_complete: text(),
    expires_in: integer(),
    interval: integer(),
  },
  'DeviceSignIn',
  {
    device_code: {
      text: 'The code with which the application asks for the license keys. Nobody else may see it.',
      example: 'hT2nq0p1a1Yk5cFMbXvVqZ0t3XhG6Jb8m9QwE4rT7uI',
    },
    user_code: { text: 'The code that the customer types in the customer portal.', example: 'K7QM-R2X9' },
    verification_uri: {
      text: 'The page on which the customer types the code.',
      example: 'https://licenses.example.com/portal/acme/device',
    },
    verification_uri_complete: {
      text: 'The same page with the code filled in, for a link or a QR code.',
      example: 'https://licenses.example.com/portal/acme/device?code=K7QM-R2X9',
    },
    expires_in: { text: 'How long the codes are valid, in seconds.', example: 600 },
    interval: { text: 'How long the application waits before it asks, in seconds.', example: 5 },
  },
);
export type DeviceSignInView = Infer<typeof DeviceSignInView>;

export const SignedInKeyView = object(
  { id: uuid4(), key: text(), display_key: text(), benefit_id: uuid4(), expires_at: nullable(timestamp()) },
  'SignedInLicenseKey',
  {
    id: 'The ID of the license key.',
    key: {
      text: 'The license key, with which the application activates its device.',
      example: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA',
    },
    display_key: { text: 'The license key without most of its characters, to choose from several.', example: '****-E304DA' },
    benefit_id: 'The ID of the benefit of the license key.',
    expires_at: 'When the license key expires, or `null`.',
  },
);
export type SignedInKeyView = Infer<typeof SignedInKeyView>;

export const DeviceSignInProgressView = object(
  { status: oneOf(['pending', 'signed_in']), interval: integer(), license_keys: list(SignedInKeyView) },
  'DeviceSignInProgress',
  {
    status: 'Whether the customer has allowed the sign-in.',
    interval: {
      text: 'How long the application waits before it asks again, in seconds. It grows if the application asks too early.',
      example: 5,
    },
    license_keys: 'The license keys of the customer for this application, oldest first, at most 100. Empty while it is pending.',
  },
);
export type DeviceSignInProgressView = Infer<typeof DeviceSignInProgressView>;

export const AskedSignInView = object({ client_name: text() }, 'CustomerDeviceSignIn', {
  client_name: { text: 'The application that wants to sign the customer in.', example: 'Atlas' },
});
export type AskedSignInView = Infer<typeof AskedSignInView>;
