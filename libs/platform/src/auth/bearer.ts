import type { Caller } from './caller.ts';
import type { PortalCaller } from './portal-caller.ts';

/** Whoever bears a token that is worth something: someone of the seller's, or one of its customers. */
export type Bearer = Caller | PortalCaller;
