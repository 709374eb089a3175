import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs the work as that of a command, such as `latchkey organizations create`. */
export const asCommand = <T>(name: string, work: () => T): T => storage.run(name, work);

/** The command that runs. */
export const currentCommand = (): string => storage.getStore() ?? 'latchkey';
