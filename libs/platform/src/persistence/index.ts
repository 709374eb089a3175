export { addAll, changeOne } from './change-one.ts';
export { DatabaseModule } from './database.module.ts';
export { GroupCommit, type GroupTransaction } from './group-commit.ts';
export { GroupedReads } from './grouped-reads.ts';
export { migrate } from './migrate.ts';
export { isOutage } from './outage.ts';
export { PipelinedTransaction } from './pipelined-transaction.ts';
export { poolOf } from './pool-of.ts';
export { ormOptions, type Tables } from './orm-options.ts';
