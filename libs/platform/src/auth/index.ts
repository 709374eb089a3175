export { CurrentCaller } from './bearer-guard.ts';
export { counts, isEnded, type Membership } from './membership.ts';
export { SellerPrincipal } from './seller-principal.ts';
export { type CredentialSource, CredentialSources, TokenProblems } from './credential-sources.ts';
export { mayManage, maySee, type PermissionArea, type Role, ROLES, scopesOfRole } from './permissions.ts';
export { PortalPrincipal, type PortalViewer } from './portal-principal.ts';
export { FRESH_SIGN_IN, RequireRecentSignIn, RequireScope } from './require-scope.ts';
export { RequireCustomer } from './require-customer.ts';
export { type Scope, SCOPES } from './scopes.ts';
