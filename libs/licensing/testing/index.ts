export { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
export { aLicenseKey, anInstallation, aValidationInput as aPresentation, NOW, secondsAfterNow } from './license-key.builder.ts';
export { licenseKeysContract, type LicenseKeysUnderTest } from './license-keys.contract.ts';
