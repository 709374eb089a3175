export { OrganizationQuotas } from './organization-quotas.ts';
export { setQuotas } from './stored-quotas.ts';
