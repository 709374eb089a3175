export { FindConsentingUserHandler } from './find-consenting-user.ts';
export { ListAuthorizationsHandler } from './list-authorizations.ts';
export { ListOpenIdKeysHandler } from './list-openid-keys.ts';
