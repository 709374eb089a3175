export { Migration20261124_0600_Dashboards } from './migration-20261124-0600-dashboards.ts';
