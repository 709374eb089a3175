import { defineRequest } from '#platform/http';
import { object, strict, text } from '#platform/wire';
import { activationPath } from './license-key.dto.ts';

export const EndHeldPlaceRequest = defineRequest({
  path: activationPath,
  body: strict(
    object({ reason: text({ min: 1, max: 255 }) }, 'LicenseKeyEndHeldPlace', {
      reason: { text: 'Why the place is given to another device. The event has it.', example: 'The notebook was stolen.' },
    }),
  ),
});
