/** Sends a request to the service, and returns its response. */
export type Send = (method: string, path: string, body?: object) => Promise<unknown>;
