/** What contexts above answer. */
export { RevokeAuthorizations } from './revoke-authorizations.ts';
