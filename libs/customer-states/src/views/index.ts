export { FindCustomerStates } from './find-customer-states.ts';
