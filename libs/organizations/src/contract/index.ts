export { OrganizationUpdated } from '../domain/organization.events.ts';
