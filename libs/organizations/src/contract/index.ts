export { OrganizationUpdated } from '../domain/organization.events.ts';
export { FindOrganizations, type OrganizationFacts } from './find-organizations.ts';
