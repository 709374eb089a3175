import type { Entry, Section } from './entries.ts';

/** From where and when a catalog was read. */
export interface Origin {
  readonly organization: string;
  readonly at: string;
}

/** Sends a request to the service, and returns its response. */
export type Send = (method: string, path: string, body?: object) => Promise<unknown>;

/** What an organization shall have. */
export interface Catalog {
  readonly pulled?: Origin | undefined;
  /** Only the sections that it has. */
  readonly sections: ReadonlyMap<Section, ReadonlyMap<string, Entry>>;
  /** The line of a path such as `products.desktop.prices`, or of the nearest one around it, in a catalog that was read from a file. */
  readonly lineOf?: (path: string) => number;
}
