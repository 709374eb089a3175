import { defineRequest } from '#platform/http';
import { describeFields, describeInput, httpUrl, nullable, object, optional, strict, uuid4 } from '#platform/wire';

const id = describeFields({ id: uuid4() }, describeInput('license key').path);

export const ReportLeakRequest = defineRequest({
  path: id,
  body: optional(
    strict(
      object({ url: optional(nullable(httpUrl())) }, 'LicenseKeyReportLeak', {
        url: { text: 'The page on which the license key was found.', example: 'https://example.com/forum/42' },
      }),
    ),
  ),
});
