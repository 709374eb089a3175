export type { CustomerCreated, CustomerDeleted, CustomerUpdated } from '../domain/customer.events.ts';
export { CustomerView } from './customer.view.ts';
export { FindCustomers } from './find-customers.ts';
