export { AddressGuard } from './address-guard.ts';
export { AddressNotAllowed } from './guarded-lookup.ts';
export { GuardedAgents } from './guarded-agents.ts';
export { SafeFetch } from './safe-fetch.ts';
