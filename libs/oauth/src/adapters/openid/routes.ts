/** The addresses of the provider and of its pages. */
export const ROUTES = {
  authorization: '/oauth2/authorize',
  code_verification: '/oauth2/device',
  device_authorization: '/v1/oauth2/device',
  token: '/v1/oauth2/token',
  introspection: '/v1/oauth2/introspect',
  revocation: '/v1/oauth2/revoke',
  registration: '/v1/oauth2/register',
  userinfo: '/v1/oauth2/userinfo',
  jwks: '/.well-known/jwks.json',
  end_session: '/oauth2/logout',
};

/** All pages are below it. */
export const PAGES = '/oauth2';

/** Pages of a sign-in and of a consent. */
export const INTERACTION = '/oauth2/interaction';
