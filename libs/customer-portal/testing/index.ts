export { aMember, aTeam } from './team.builder.ts';
export { InMemoryExportLeases } from './in-memory-export-leases.ts';
