import { randomUUID } from 'node:crypto';

/** A new id, UUID version 4. Called only when something is created. */
export const newId = (): string => randomUUID();
