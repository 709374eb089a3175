export { aCustomer, CustomerBuilder } from './customer.builder.ts';
export { InMemoryCustomers } from './in-memory-customers.ts';
export { aMember, aTeam } from './team.builder.ts';
export { InMemoryExportLeases } from './in-memory-export-leases.ts';
