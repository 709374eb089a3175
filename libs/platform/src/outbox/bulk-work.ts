import { AsyncLocalStorage } from 'node:async_hooks';

const bulkWork = new AsyncLocalStorage<boolean>();

/** Runs `work` as part of bulk work or not: the events that it publishes are bulk events if it is. */
export const asBulkWork = <T>(isBulk: boolean, work: () => T): T => bulkWork.run(isBulk, work);

export const isBulkWork = (): boolean => bulkWork.getStore() ?? false;
