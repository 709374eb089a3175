import { APPLICATION_VERSION } from '#support/versions';
import { object, optional, text, strict } from '#platform/wire';

/** A version of an application, in requests and responses. */
export const version = () => text({ max: 160, pattern: APPLICATION_VERSION });

/** Which versions of the application license keys run, in requests and responses. */
export const VersionsPolicy = strict(
  object({ minimum: optional(version()), maximum: optional(version()) }, 'BenefitLicenseKeyVersionsPolicy', {
    minimum: { text: 'The oldest version. Parts that are left out are 0.', example: '2.1' },
    maximum: { text: 'The newest version. Parts that are left out may have any value: `3` includes 3.9.', example: '3' },
  }),
);
