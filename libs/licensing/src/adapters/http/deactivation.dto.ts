import { defineRequest, LICENSE_DRY_RUN } from '#platform/http';
import { described, object, optional, text, uuid4 } from '#platform/wire';
import { PRESENTED, presented } from './license-key.dto.ts';

const DEACTIVATE = object({ ...presented, activation_id: uuid4() }, 'LicenseKeyDeactivate', {
  ...PRESENTED,
  activation_id: 'The ID of the activation to remove.',
});

export const DeactivateRequest = defineRequest({ headers: LICENSE_DRY_RUN, body: DEACTIVATE });

/** The device itself may sign that it deactivates. */
export const PublicDeactivateRequest = defineRequest({
  headers: {
    ...LICENSE_DRY_RUN,
    'license-deactivation': described(
      optional(text({ min: 1, max: 1024 })),
      'A deactivation file that the device signed with the key of its lease (`License-Device-Key`). The lease is returned: it holds no place, ' +
        'and its place is released without being counted as a move. An extension.',
    ),
  },
  body: DEACTIVATE,
});
