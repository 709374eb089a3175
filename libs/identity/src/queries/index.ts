export { FindUserSessionHandler } from './find-user-session.ts';
export { GetCurrentUserHandler } from './get-current-user.ts';
export { GetOpenIdConnectionHandler } from './get-openid-connection.ts';
export { HasSingleSignOnHandler } from './has-single-sign-on.ts';
export { ListEmailDomainsHandler, GetEmailDomainHandler } from './list-email-domains.ts';
export { ListPasskeysHandler, GetPasskeyHandler } from './list-passkeys.ts';
export { ListUserSessionsHandler } from './list-user-sessions.ts';
