export { Migration20261125_0410_Identity } from './migration-20261125-0410-identity.ts';
export { Migration20261126_1110_SingleSignOn } from './migration-20261126-1110-single-sign-on.ts';
export { Migration20261126_1403_CheckedDomains } from './migration-20261126-1403-checked-domains.ts';
export { Migration20261126_1404_DomainsToCheck } from './migration-20261126-1404-domains-to-check.ts';
export { Migration20261129_0902_UserSessionsByProvider } from './migration-20261129-0902-user-sessions-by-provider.ts';
