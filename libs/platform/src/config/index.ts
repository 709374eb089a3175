export type { AllowedHost } from './host-decorators.ts';
export { Config, InvalidConfiguration, type MailQuota, type Quota, type QuotaName } from './config.ts';
