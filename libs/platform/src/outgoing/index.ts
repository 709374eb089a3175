export { AddressGuard, AddressNotAllowed } from './address-guard.ts';
export { GuardedAgents, SafeFetch } from './safe-fetch.ts';
