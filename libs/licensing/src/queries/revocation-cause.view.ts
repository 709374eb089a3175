import { type Infer, list, nullable, object, oneOf, optional, uuid4 } from '#platform/wire';

const RevocationCauseView = object(
  {
    reason: oneOf(['by_hand', 'dispute', 'refund', 'void', 'unpaid', 'paused', 'ended', 'seat', 'removed']),
    order_id: nullable(uuid4()),
    subscription_id: nullable(uuid4()),
    dispute_id: nullable(uuid4()),
  },
  'LicenseKeyRevocationCause',
  {
    reason: {
      text:
        'Somebody revoked it (`by_hand`); its order has a dispute that is not won, was refunded with `revoke_benefits`, is `void` or `unpaid`; ' +
        'its subscription is `unpaid`, `paused` or has `ended`; its holder lost the `seat`; or benefit, customer or member were `removed`.',
      example: 'dispute',
    },
    order_id: 'The ID of the order that brought the license key, or `null`.',
    subscription_id: 'The ID of the subscription that brought the license key, or `null`.',
    dispute_id: 'The ID of the dispute, or `null`.',
  },
);
export type RevocationCauseView = Infer<typeof RevocationCauseView>;

export const revocationCauses = { revoked_because: optional(list(RevocationCauseView)) };
export const REVOCATION_CAUSES = {
  revoked_because:
    'Why the license key is revoked: it stays so until none of it is the case, or somebody sets its status. Left out unless it is. An extension.',
};
