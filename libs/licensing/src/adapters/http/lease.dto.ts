import { COUNTER_NAME, MOST_COUNTERS } from '#catalog/views';
import { defineRequest, LICENSE_NONCE } from '#platform/http';
import { LONG_TEXT, LOOKUP_TEXT } from '#support/texts';
import {
  described,
  describeFields,
  integer,
  mapOf,
  metadata,
  nullable,
  object,
  optional,
  text,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { APPLICATION, DESCRIBED_DEVICE, DEVICE, INSTALLATION } from './application.dto.ts';
import { MOST_UNITS } from './counters.dto.ts';
import { PRESENTED } from './license-key.dto.ts';
import { ASKED_BENEFIT } from './validation-scope.dto.ts';

const none = () => ({});
const NONCE = { min: 1, max: 128 } as const;
/** The lists of two billion leases. */
const MAX_LIST = 32_767;

const SettledUnits = strict(
  object(
    { units_id: uuid4(), units: mapOf(COUNTER_NAME, integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }), { max: MOST_COUNTERS }) },
    'LicenseKeySettledUnits',
    {
      units_id: 'The ID of the units, as in the lease. If the lease has none of this ID any more, they are settled already.',
      units: {
        text: 'How many units the device used, by counter: at most those of the lease. The others can be used elsewhere again.',
        example: { exports: 37 },
      },
    },
  ),
);

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
        units: optional(nullable(mapOf(COUNTER_NAME, integer({ ge: 1, le: MOST_UNITS }), { max: MOST_COUNTERS }))),
        settled: optional(nullable(SettledUnits)),
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
        units: {
          text: 'Units of counters to use without a network, beside those that the lease has: they count as used at once. An extension.',
          example: { exports: 100 },
        },
        settled:
          'What the device used of the units of its lease. The application uses none of them after it sent this, whether it gets the answer or not. An extension.',
      },
    ),
  ),
});

const organization = describeFields({ organization_id: uuid4() }, { organization_id: 'The ID of the organization.' });

export const KeySetRequest = defineRequest({ path: organization });

export const StatusListRequest = defineRequest({
  path: { ...organization, list: described(integer({ ge: 0, le: MAX_LIST }), 'The number of the list, as leases name it.') },
});
