export { Migration20261209_0100_Notes } from './migration-20261209-0100-notes.ts';
