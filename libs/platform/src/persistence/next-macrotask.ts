/** Resolves when the event loop has handled what is due now. */
export const nextMacrotask = (): Promise<void> => new Promise(setImmediate);
