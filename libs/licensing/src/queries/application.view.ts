import { version } from '#catalog/views';
import { object, optional, timestamp, strict } from '#platform/wire';

/** What an application says about itself. */
export const ApplicationView = strict(
  object({ version: optional(version()), released_at: optional(timestamp()) }, 'LicenseKeyApplication', {
    version: { text: 'The version of the application: numbers separated by dots, as in semantic versions.', example: '3.2.1' },
    released_at: 'When this version of the application was released.',
  }),
);
