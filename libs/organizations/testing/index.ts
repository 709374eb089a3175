export { AccessTokenBuilder, anAccessToken } from './access-token.builder.ts';
export { InMemoryAccessTokens } from './in-memory-access-tokens.ts';
export { InMemoryOrganizations } from './in-memory-organizations.ts';
export { InMemoryUsers } from './in-memory-users.ts';
export { anOrganization, OrganizationBuilder, OWNER } from './organization.builder.ts';
