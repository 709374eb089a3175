export { Migration20261125_0600_Oauth } from './migration-20261125-0600-oauth.ts';
export { Migration20261126_1200_GrantsOfUsers } from './migration-20261126-1200-grants-of-users.ts';
export { Migration20261126_1201_GrantsByUser } from './migration-20261126-1201-grants-by-user.ts';
export { Migration20261126_1402_GrantsOfProviders } from './migration-20261126-1402-grants-of-providers.ts';
export { Migration20261129_0903_AuthorizedGrants } from './migration-20261129-0903-authorized-grants.ts';
export { Migration20261129_0904_GrantsByProvider } from './migration-20261129-0904-grants-by-provider.ts';
