import { defineRequest, LICENSE_NONCE } from '#platform/http';
import { LONG_TEXT, LOOKUP_TEXT } from '#support/texts';
import {
  described,
  describeFields,
  integer,
  metadata,
  nullable,
  object,
  optional,
  text,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { APPLICATION, DESCRIBED_DEVICE } from './application.dto.ts';
import { ASKED_BENEFIT, DEVICE, INSTALLATION, PRESENTED } from './license-key.dto.ts';

const none = () => ({});
const NONCE = { min: 1, max: 128 } as const;
/** The lists of two billion leases. */
const MAX_LIST = 32_767;

export const LeaseKeyRequest = defineRequest({
  headers: {
    'license-device': DEVICE,
    'license-installation': INSTALLATION,
    'license-device-key': described(
      optional(text({ min: 43, max: 43, pattern: /^[A-Za-z0-9_-]{43}$/ })),
      'The public key of the installation (Ed25519, base64url), with which it signs when it deactivates itself. Left out, the one that is ' +
        'known stays. An extension.',
    ),
    ...LICENSE_NONCE,
  },
  body: strict(
    object(
      {
        key: text(LOOKUP_TEXT),
        organization_id: uuid4(),
        activation_id: optional(nullable(uuid4())),
        label: optional(nullable(text(LONG_TEXT))),
        conditions: withDefault(metadata(), none),
        meta: withDefault(metadata(), none),
        nonce: optional(nullable(text(NONCE))),
        benefit_id: optional(nullable(uuid4())),
        ...DESCRIBED_DEVICE,
        ...APPLICATION,
      },
      'LicenseKeyLease',
      {
        ...PRESENTED,
        activation_id: 'The ID of the activation that gets the lease. Without it the license key is activated first.',
        label: { text: 'The label of the new activation. Required without `activation_id`.', example: "Jane's laptop" },
        conditions: {
          text: 'The conditions of the activation: those with which it was created, or those of the new one.',
          example: { major_version: 1 },
        },
        meta: { text: 'Additional data to store with the new activation.', example: { os: 'linux' } },
        nonce: {
          text: 'A random text that the lease repeats, so that an older lease cannot take its place.',
          example: 'p4Xk0o6b',
        },
        benefit_id: ASKED_BENEFIT,
      },
    ),
  ),
});

const organization = describeFields({ organization_id: uuid4() }, { organization_id: 'The ID of the organization.' });

export const KeySetRequest = defineRequest({ path: organization });

export const StatusListRequest = defineRequest({
  path: { ...organization, list: described(integer({ ge: 0, le: MAX_LIST }), 'The number of the list, as leases name it.') },
});
