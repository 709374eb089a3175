export { Migration20261205_0400_Releases } from './migration-20261205-0400-releases.ts';
