export { AccessTokenBuilder, anAccessToken } from './access-token.builder.ts';
export { anOrganization, OrganizationBuilder, OWNER } from './organization.builder.ts';
