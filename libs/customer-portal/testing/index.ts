export { aCustomer, CustomerBuilder } from './customer.builder.ts';
export { InMemoryCustomers } from './in-memory-customers.ts';
