/**
 * A value that is not a promise. A promise type becomes `never`, so a closure declared to return `Sync<T>` cannot be async:
 * nothing can be awaited while a row is locked.
 */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;
