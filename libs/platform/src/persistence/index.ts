export { addAll, changeOne } from './change-one.ts';
export { DatabaseModule } from './database.module.ts';
export { GroupCommit, type GroupTransaction } from './group-commit.ts';
export { GroupedReads } from './grouped-reads.ts';
export { migrate } from './migrate.ts';
export { ormOptions, type Tables } from './orm-options.ts';
