import type { Schema } from '../../api/client.ts';
import { EVENT_GROUPS } from './event-groups.ts';

export type EventType = Schema<'WebhookEndpoint'>['events'][number];
export type EventGroup = keyof typeof EVENT_GROUPS;

export const GROUPS = Object.keys(EVENT_GROUPS) as EventGroup[];
/** The kinds of events that there are. The API accepts further ones, which are never sent. */
export const EVENT_TYPES = Object.values<readonly EventType[]>(EVENT_GROUPS).flat();
