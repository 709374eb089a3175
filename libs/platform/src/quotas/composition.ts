export { OrganizationQuotas } from './organization-quotas.ts';
