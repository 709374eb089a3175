export type { AllowedHost } from './host-decorators.ts';
export { settingNames } from './read-environment.ts';
export { InvalidConfiguration, type MailQuota, type Quota, type QuotaName } from './config.ts';
