/** What clients do and observe: a history is a list of these, in the order in which they ended. */
export interface Operations {
  /** A subject exists, with so many slots, units or seats. Others have no limit. */
  create: { input: { readonly type: SubjectType; readonly limit: number | null }; answer: null };
  /** Processes were killed, and others took their place. */
  kill: { input: { readonly processes: readonly string[] }; answer: null };

  activate: { input: { readonly name: string }; answer: { readonly id: string } };
  deactivate: { input: { readonly id: string }; answer: null };
  /** A validation that names an activation. */
  'validate activation': { input: { readonly name: string }; answer: null };
  'read activations': { input: null; answer: readonly NamedSlot[] };

  /** A validation that counts usage. The answer is the usage afterwards. */
  'count usage': { input: { readonly units: number }; answer: { readonly usage: number } };
  'read usage': { input: null; answer: { readonly usage: number } };

  /** A validation by a string of the key: the first one has the number 0, and each rotation brings the next. */
  'use string': { input: { readonly string: number }; answer: null };
  /** Replaces the string of this number. */
  rotate: { input: { readonly string: number }; answer: null };
  revoke: { input: null; answer: null };
  /** The number of a string that no rotation returned is -1. */
  'read string': { input: null; answer: { readonly string: number; readonly isRevoked: boolean } };

  assign: { input: { readonly name: string }; answer: { readonly id: string } };
  /** The id of a revoked seat may become that of another one. */
  'revoke seat': { input: { readonly id: string }; answer: null };
  claim: { input: { readonly name: string }; answer: null };
  'read seats': { input: null; answer: readonly (NamedSlot & { readonly isClaimed: boolean })[] };

  /** Reports a purchase under a name of its own. The same name may be reported again. */
  purchase: { input: { readonly name: string }; answer: { readonly id: string } };
  'read purchases': { input: null; answer: ReadPurchases };

  /** The same batch may be sent again. */
  ingest: {
    input: { readonly batch: readonly MeteredEvent[] };
    answer: { readonly inserted: number; readonly duplicates: number };
  };
  'read events': { input: null; answer: ReadEvents };
}

export type Kind = keyof Operations;

/** What operations are about: a license key, a pool of seats, a product, or a customer whose usage is metered. */
export const SUBJECT_TYPES = ['activations', 'usage', 'strings', 'seats', 'purchases', 'events'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** An activation or a seat: the name is the client's, the id that of the service. */
export interface NamedSlot {
  readonly id: string;
  readonly name: string;
}

export interface MeteredEvent {
  readonly name: string;
  readonly units: number;
}

/** Everything that the purchases of a product brought. */
export interface ReadPurchases {
  readonly purchases: readonly NamedSlot[];
  readonly grants: readonly { readonly purchase: string; readonly key: string | null }[];
  /** The ids of keys that can be used. */
  readonly keys: readonly string[];
  /** The purchase of each `order.paid` among the events of the customer. */
  readonly paid: readonly string[];
}

export interface ReadEvents {
  readonly events: readonly MeteredEvent[];
  /** What a meter has counted. */
  readonly count: number;
  /** What a meter has summed up. */
  readonly sum: number;
}

/** The code of a request that is refused because too many wait. */
export const OVERLOADED = 'TooManyRequests';

/** Refused: the service said that nothing was done. Unknown: nobody knows, as the response was lost or the service unavailable. */
export type Outcome<Answer> =
  | { readonly outcome: 'done'; readonly answer: Answer }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

interface Invocation<K extends Kind> {
  readonly kind: K;
  /** What it is about. */
  readonly subject: string;
  readonly client: number;
  readonly input: Operations[K]['input'];
  /** Milliseconds of one clock: before the request was sent, and after the response. */
  readonly from: number;
  readonly until: number;
}

export type Operation<K extends Kind = Kind> = { [N in K]: Invocation<N> & Outcome<Operations[N]['answer']> }[K];

export type History = readonly Operation[];
