/** Scopes that a token can carry here; those of the reference for the operations that exist. */
export const SCOPES = [
  'organizations:read',
  'organizations:write',
  'products:read',
  'products:write',
  'benefits:read',
  'benefits:write',
  'custom_fields:read',
  'custom_fields:write',
  'files:read',
  'files:write',
  'customers:read',
  'customers:write',
  'license_keys:read',
  'license_keys:write',
  'organization_access_tokens:read',
  'organization_access_tokens:write',
  'personal_access_tokens:read',
  'personal_access_tokens:write',
] as const;
export type Scope = (typeof SCOPES)[number];
