import type { LicensingEvent } from '#licensing/contract';
import { subscriberTo } from '#platform/messaging';
import { RevokeTokensOfKey } from '../../commands/revoke-tokens-of-key.ts';

const subscriber = subscriberTo<LicensingEvent>();

export const releasesSubscribers = [
  // A key is rotated because somebody else may have it, who may have made tokens with it; and with its holder its tokens change.
  subscriber({
    id: 'RevokeDownloadTokensWhenKeyChangesHands',
    events: ['license_key.rotated', 'license_key.transferred'],
    command: ({ organizationId, aggregateId }) => new RevokeTokensOfKey(organizationId, aggregateId),
  }),
];
