export { Config, InvalidConfiguration, type Quota, type QuotaName } from './config.ts';
