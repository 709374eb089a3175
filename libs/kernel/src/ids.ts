import { randomUUID } from 'node:crypto';

/** A new identity, UUID version 4. Called at birth only. */
export const newId = (): string => randomUUID();
