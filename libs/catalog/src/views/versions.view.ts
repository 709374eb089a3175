import { object, optional, text, strict } from '#platform/wire';

/**
 * Numbers separated by dots, also after the `v` of a tag. Then the stage of a build (3.1b2, 3.2.1f1), a pre-release after `-`, and build
 * metadata after `+`: 3, v2026.1, 1.2.3.4.5 or 2.0.0-beta.1.
 */
export const APPLICATION_VERSION =
  /^[vV]?\d{1,9}(\.\d{1,9}){0,7}((a|b|rc|f|p)\d{1,9})?(-[0-9A-Za-z.-]{1,32})?(\+[0-9A-Za-z.-]{1,32})?$/;

/** A version of an application, in requests and responses. */
export const version = () => text({ max: 160, pattern: APPLICATION_VERSION });

/** Which versions of the application license keys run, in requests and responses. */
export const VersionsPolicy = strict(
  object({ minimum: optional(version()), maximum: optional(version()) }, 'BenefitLicenseKeyVersionsPolicy', {
    minimum: { text: 'The oldest version. Parts that are left out are 0.', example: '2.1' },
    maximum: { text: 'The newest version. Parts that are left out may have any value: `3` includes 3.9.', example: '3' },
  }),
);
