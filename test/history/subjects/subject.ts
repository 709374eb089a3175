import type { Client } from '../client.ts';

/** Something that several clients use at the same time. */
export interface Subject {
  /** One operation at random. */
  step(client: Client): Promise<void>;
  /** Records what there is in the end. */
  read(client: Client): Promise<void>;
}

/** What subjects are made of. */
export interface Seller {
  readonly organizationId: string;
  /** Grants license keys. */
  readonly benefitId: string;
  /** A subscription to it has seats. */
  readonly seatProductId: string;
  /** Counts events. */
  readonly countMeterId: string;
  /** Adds up their units. */
  readonly sumMeterId: string;
}

/** The name of the events that meters count. */
export const METERED = 'work';

/** The name of the counter of license keys, and the limit of it and of their usage. */
export const COUNTED = 'units';
export const LIMIT = 100;

let made = 0;
/** A name that nothing else has. */
export const uniqueName = (kind: string): string => `${kind}-${++made}`;
