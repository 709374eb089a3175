import {
  boolean,
  described,
  type Fields,
  integer,
  list,
  literal,
  nullable,
  number,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import type { ExtensionType, OccurrenceType } from '../contract/webhook-kinds.ts';

const activation_id = described(uuid4(), 'The ID of the activation.');

const place_id = described(
  optional(uuid4()),
  'What all installations of the device have in common: the ID of the activation that took its place. Older events have none.',
);

const member = {
  user_id: described(uuid4(), 'The ID of the user. The `id` is that of the organization.'),
  role: described(oneOf(['owner', 'admin', 'member', 'finance']), 'The role; of a member who is removed, that until then.'),
};

const pool = {
  name: described(text(), 'The name of the pool.'),
  benefit_id: described(uuid4(), 'The ID of the benefit whose license keys are taken from the pool.'),
  available: described(integer({ ge: 0 }), 'The number of entries that no license key has.'),
  low_threshold: described(integer({ ge: 0 }), 'At which number of available entries `license_key_pool.low` is published.'),
};

const release = {
  product_id: described(uuid4(), 'The ID of the product. The `id` is that of the release.'),
  version: described(text(), 'The version.', { example: '3.2.1' }),
  channel: described(oneOf(['stable', 'beta', 'alpha', 'dev']), 'The channel.'),
};

/** What the data of an event have of the domain event: besides the resource, or, if they are what happened, besides the `id`. */
export const WEBHOOK_DETAILS = {
  'access_token.granted': {
    change: described(oneOf(['created', 'widened']), '`widened`: it has more scopes now.'),
    comment: described(text(), 'What the token is for.'),
    scopes: described(list(text()), 'The scopes of the token.'),
    expires_at: described(nullable(timestamp()), 'When the token expires, or `null` if it does not.'),
    user_id: described(uuid4(), 'The ID of the user who did it.'),
  },
  'access_token.revoked': { comment: described(text(), 'What the token was for.') },
  'artifact.uploaded': {
    release_id: described(uuid4(), 'The ID of the release. The `id` is that of the artifact.'),
    file_id: described(uuid4(), 'The ID of the uploaded file.'),
    file_name: described(text(), 'The name of the file.', { example: 'acme-studio-3.2.1.exe' }),
    size: described(integer({ ge: 1 }), 'The size in bytes.'),
    sha256: described(text(), 'The SHA-256 digest in hexadecimal digits.'),
  },
  'customer.merged': { merged_customer_id: described(uuid4(), 'The ID of the customer who was merged, and is deleted.') },
  'customer_meter.corrected': {
    units: described(number(), 'How much the use grew; negative if it fell.'),
    thresholds_undone: described(
      list(number()),
      'The thresholds that the use had reached, and no longer does. They can be reached again.',
    ),
  },
  'customer_meter.credit_expired': {
    credit_id: described(uuid4(), 'The ID of the credit.'),
    units: described(number(), 'The units that were left of the credit. The balance has them no more.'),
    expired_at: described(timestamp(), 'When the credit came to its end.'),
  },
  'customer_meter.credited': {
    units: described(number(), 'The credited units; negative if a credit was taken back.'),
    rollover: described(boolean(), 'Whether unused units stay when a billing period ends.'),
  },
  'customer_meter.reset': { units: described(number(), 'The units that had been used before.') },
  'customer_meter.threshold_reached': { threshold: described(number(), 'The threshold, in units of the meter.') },
  'file.downloaded': {
    benefit_id: described(uuid4(), 'The ID of the benefit that has the file. The `id` is that of the file.'),
    customer_id: described(uuid4(), 'The ID of the customer.'),
  },
  'license_key.activated': { activation_id, place_id },
  'license_key.activation_refused': {
    operation: described(oneOf(['activate', 'lease']), 'What the application wanted.'),
    code: described(text(), 'The `License-Code` that it got.', { example: 'ACTIVATION_LIMIT_REACHED' }),
    help: described(text(), 'What lets the next device pass, in English.'),
    retry_at: described(nullable(timestamp()), 'When the same may be permitted, or `null` if that is not known.'),
  },
  'license_key.deactivated': {
    activation_id,
    place_id,
    reason: described(
      nullable(literal('over_limit')),
      '`over_limit`: the service released the device, because there were more than are granted. `null` if somebody deactivated it.',
    ),
  },
  'license_key.expiring': { days_left: described(integer({ ge: 1 }), 'In how many days it expires, the last one begun.') },
  'license_key.leak_reported': {
    source: described(
      oneOf(['github', 'seller']),
      'Who has found it: secret scanning of GitHub, or somebody who told the seller.',
    ),
    url: described(nullable(text()), 'The page on which it was found, or `null` if nobody said.', {
      example: 'https://github.com/octocat/hello-world/blob/main/.env',
    }),
    action: described(
      oneOf(['tell', 'rotate', 'disable']),
      'What was done: nothing else, or the license key was rotated or disabled.',
    ),
  },
  'license_key.leak_suspected': {
    license_key_id: described(uuid4(), 'The ID of the license key.'),
    customer_id: described(uuid4(), 'The ID of the customer who holds the license key.'),
    benefit_id: described(uuid4(), 'The ID of the benefit through which the license key was issued.'),
    grant_id: described(nullable(uuid4()), 'The ID of the benefit grant, or `null` if the license key has none.'),
    display_key: described(text(), 'The masked license key.', { example: '****-E304DA' }),
    status: described(oneOf(['granted', 'revoked', 'disabled']), 'The status of the license key.'),
    devices: described(integer({ ge: 0 }), 'On how many devices it was activated on that day.'),
    networks: described(integer({ ge: 0 }), 'From how many networks it was used on that day.'),
  },
  'license_key.lease_ended': { activation_id },
  'license_key.leased': { activation_id },
  'license_key.limit_exceeded': {
    taken: described(integer({ ge: 1 }), 'How many places are taken.'),
    policy: described(oneOf(['newest_refused', 'oldest_released']), 'What becomes of devices beyond the limit.'),
    ends_at: described(timestamp(), 'When that is, unless there are fewer by then.'),
  },
  'license_key.overdraft_used': {
    activation_id,
    checked_out: described(integer({ ge: 1 }), 'The number of slots that are taken with it.'),
  },
  'license_key.rotated': {
    previous_valid_until: described(
      nullable(timestamp()),
      'Until when the previous text works, or `null` if it stopped working at once.',
    ),
  },
  'license_key_pool.deleted': pool,
  'license_key_pool.empty': pool,
  'license_key_pool.grant_delayed': { ...pool, grant_id: described(uuid4(), 'The ID of the benefit grant that waits.') },
  'license_key_pool.low': pool,
  'organization_member.invited': {
    invitation_id: described(uuid4(), 'The ID of the invitation. The `id` is that of the organization.'),
  },
  'organization_member.joined': member,
  'organization_member.removed': member,
  'organization_member.updated': member,
  'release.published': release,
  'release.yanked': { ...release, reason: described(nullable(text()), 'Why, or `null`.') },
  'undelivered_purchase.created': {
    connector_id: described(nullable(uuid4()), 'The ID of the connector that told about the payment, or `null`.'),
    reason: described(text(), 'Why it was not delivered, as undelivered purchases have it.', { example: 'price_unmapped' }),
    problem: described(text(), 'The same in a sentence.'),
    external_id: described(text(), 'The ID of the payment, subscription or event at the provider, or of the purchase here.'),
    external_price_id: described(nullable(text()), 'The ID of the price at the provider, or `null`.'),
    quantity: described(nullable(integer()), 'How many were bought, or `null`.'),
    amount: described(nullable(integer()), 'What was paid, in minor units of the currency, or `null`.'),
    currency: described(nullable(text()), 'The currency (ISO 4217, lower case), or `null`.', { example: 'usd' }),
  },
  'webhook_endpoint.disabled': {
    reason: described(oneOf(['gone', 'failures']), '`gone`: it responded with 410; `failures`: too many deliveries failed.'),
  },
} as const satisfies Readonly<Record<OccurrenceType, Fields> & Partial<Record<ExtensionType, Fields>>>;
