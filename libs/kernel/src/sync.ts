/**
 * A value that is there now. A promise type becomes `never`, so a closure declared to return `Settled<T>`
 * cannot be async: nothing can be awaited while a row is locked.
 */
export type Sync<T> = T extends PromiseLike<unknown> ? never : T;
