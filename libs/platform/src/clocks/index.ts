export { OrganizationClocks } from './organization-clocks.ts';
