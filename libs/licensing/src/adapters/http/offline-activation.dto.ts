import { defineRequest } from '#platform/http';
import { describeFields, object, text, uuid4, strict } from '#platform/wire';

const FILE = { min: 1, max: 8192 } as const;
const path = describeFields({ id: uuid4() }, { id: 'The ID of the license key.' });

export const OfflineActivationRequest = defineRequest({
  path,
  body: strict(
    object({ request: text(FILE) }, 'LicenseKeyOfflineActivation', {
      request: {
        text: 'The content of the request file that the application on the device made: a JSON Web Token signed by the device.',
        example: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImxhdGNoa2V5LWFjdGl2YXRpb24tcmVxdWVzdCtqd3QifQ.eyJ2ZXJzaW9uIjoxfQ.c2lnbmF0dXJl',
      },
    }),
  ),
});

export const OfflineDeactivationRequest = defineRequest({
  path,
  body: strict(
    object({ deactivation: text(FILE) }, 'LicenseKeyOfflineDeactivation', {
      deactivation: {
        text: 'The content of the deactivation file that the application on the device made: a JSON Web Token signed by the device.',
        example: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImxhdGNoa2V5LWRlYWN0aXZhdGlvbitqd3QifQ.eyJ2ZXJzaW9uIjoxfQ.c2lnbmF0dXJl',
      },
    }),
  ),
});
