export {
  aLicenseKey,
  anInstallation,
  aValidationInput as aPresentation,
  withValues,
  type LeasedKey,
  NOW,
  secondsAfterNow,
} from './license-key.builder.ts';
