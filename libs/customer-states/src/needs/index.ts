export { SelectToldStateChanges } from './select-told-state-changes.ts';
