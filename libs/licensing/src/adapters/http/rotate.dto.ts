import { defineRequest } from '#platform/http';
import { describeFields, describeInput, integer, object, optional, uuid4, withDefault } from '#platform/wire';

const id = describeFields({ id: uuid4() }, describeInput('license key').path);
const THIRTY_DAYS = 30 * 24 * 60 * 60;

export const RotateRequest = defineRequest({
  path: id,
  body: optional(
    object({ overlap_seconds: withDefault(integer({ ge: 0, le: THIRTY_DAYS }), () => 0) }, 'LicenseKeyRotate', {
      overlap_seconds: {
        text: 'For how many seconds the old license key keeps working beside the new one, at most 30 days. 0 by default.',
        example: 86400,
      },
    }),
  ),
});
