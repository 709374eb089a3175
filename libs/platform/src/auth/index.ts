export { AuthModule } from './auth.module.ts';
export { Caller } from './caller.ts';
export { type CredentialSource, CredentialSources } from './credential-sources.ts';
export { type Area, type Role, ROLES } from './permissions.ts';
export { CurrentCaller, RequireScope } from './require-scope.ts';
export { type Scope, SCOPES } from './scopes.ts';
