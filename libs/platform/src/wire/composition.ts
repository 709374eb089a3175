export { MAX_ISSUES } from './field.ts';
export { bounded } from './composite.ts';
export { ignoredWith, type IgnoredField, readInSlices } from './field.ts';
export { normalAddress, prefixOf64 } from './ip-address.ts';
export type { JsonSchema } from './json-schema.ts';
export { isSecretName } from './secret-names.ts';
export { changesWithin, hasChanges } from './view-changes.ts';
