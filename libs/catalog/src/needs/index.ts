/** What contexts above answer. */
export { FindGrantHolder, FindOwnGrants, type GrantHolder } from './grants.ts';
export { IsFilePublished } from './is-file-published.ts';
export { FindMeters, type MeterSnapshot } from './find-meters.ts';
