export { FindCustomerStates } from './find-customer-states.ts';
export { SelectToldStateChanges } from './select-told-state-changes.ts';
