export { CustomerStates } from './customer-states.ts';
export { FindCustomerStatesHandler } from './find-customer-states.ts';
export { GetCustomerStateHandler } from './get-customer-state.ts';
