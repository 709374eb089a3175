export { Migration20261205_0700_AuditChain } from './migration-20261205-0700-audit-chain.ts';
