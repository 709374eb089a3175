export { aCustomer, CustomerBuilder } from './customer.builder.ts';
export { aMember, aTeam } from './team.builder.ts';
export { InMemoryExportLeases } from './in-memory-export-leases.ts';
