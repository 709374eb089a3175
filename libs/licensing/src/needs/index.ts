/** What contexts above answer. */
export { type AskedRelease, FindReleases, type FoundRelease, type FoundReleases } from './find-releases.ts';
