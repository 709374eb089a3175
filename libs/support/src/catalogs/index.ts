export { applyPlan } from './apply.ts';
export type { Catalog, Origin, Send } from './catalog.ts';
export { CatalogNotCopied, copyCatalog, type LeftOut } from './copy-catalog.ts';
export { canonical, type Entry, isObject, type Section, SECTIONS, type Value } from './entries.ts';
export { KINDS } from './kinds.ts';
export { type Plan, planOf, type Step } from './plan.ts';
export { onlyOrganization, readState, type State } from './read-state.ts';
