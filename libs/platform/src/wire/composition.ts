export { MAX_ISSUES } from './field.ts';
export { bounded, ignoredWith, type IgnoredField } from './composite.ts';
export { readInSlices } from './field.ts';
export { normalAddress, prefixOf64 } from './ip-address.ts';
export type { JsonSchema } from './json-schema.ts';
export { isSecretName } from './secret-names.ts';
export { changesWithin, hasChanges } from './view-changes.ts';
