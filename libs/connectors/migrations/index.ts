export { Migration20261123_0510_Connectors } from './migration-20261123-0510-connectors.ts';
