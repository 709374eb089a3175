import type { Client } from '../client.ts';
import type { SubjectType } from '../operations.ts';
import { activations } from './activations.ts';
import { events } from './events.ts';
import { purchases } from './purchases.ts';
import { seats } from './seats.ts';
import { strings } from './strings.ts';
import type { Seller, Subject } from './subject.ts';
import { usage } from './usage.ts';

export type { Subject } from './subject.ts';
export { seedSeller } from './seed-seller.ts';

/** Makes a subject of each type. */
export const subjects: { readonly [T in SubjectType]: (client: Client, seller: Seller) => Promise<Subject> } = {
  activations,
  usage,
  strings,
  seats,
  purchases,
  events,
};
