export type {
  LicenseKeyActivated,
  LicenseKeyCreated,
  LicenseKeyDeactivated,
  LicenseKeyRevoked,
  LicenseKeyRotated,
  LicenseKeyUpdated,
  LicenseKeyUsageLimitReached,
} from '../domain/license-key.events.ts';
