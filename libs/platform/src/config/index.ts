export type { AllowedHost } from './setting-decorators.ts';
export { Config, InvalidConfiguration, type MailQuota, type Quota, type QuotaName } from './config.ts';
