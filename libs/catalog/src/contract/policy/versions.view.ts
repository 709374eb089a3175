import { object, optional, text, strict } from '#platform/wire';

/** Numbers separated by dots, with a pre-release after `-` and build metadata after `+`: 3, 2026.1, 1.2.3.4 or 2.0.0-beta.1. */
export const APPLICATION_VERSION = /^\d{1,9}(\.\d{1,9}){0,3}(-[0-9A-Za-z.-]{1,32})?(\+[0-9A-Za-z.-]{1,32})?$/;

/** A version of an application, in requests and responses. */
export const version = () => text({ max: 110, pattern: APPLICATION_VERSION });

/** Which versions of the application license keys run, in requests and responses. */
export const VersionsPolicy = strict(
  object({ minimum: optional(version()), maximum: optional(version()) }, 'BenefitLicenseKeyVersionsPolicy', {
    minimum: { text: 'The oldest version. Parts that are left out are 0.', example: '2.1' },
    maximum: { text: 'The newest version. Parts that are left out may have any value: `3` includes 3.9.', example: '3' },
  }),
);
