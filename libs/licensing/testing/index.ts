export { aLicenseKey, anInstallation, aValidationInput as aPresentation, NOW, secondsAfterNow } from './license-key.builder.ts';
