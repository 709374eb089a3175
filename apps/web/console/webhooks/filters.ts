import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';

const STATES = ['failing'] as const;

/** What the address of the list of endpoints says. */
export interface WebhooksSearch {
  readonly state?: (typeof STATES)[number];
  readonly page?: number;
}

export const readWebhooksSearch = (search: Search): WebhooksSearch => ({
  state: oneIn(STATES, search['state']),
  page: pageIn(search['page']),
});

export const OUTCOMES = ['succeeded', 'failed'] as const;
type DeliveryOutcome = (typeof OUTCOMES)[number];
export const PERIODS = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** What the address of an endpoint says: the deliveries that are shown, and the event that is opened. */
export interface EndpointSearch {
  readonly page?: number;
  readonly outcome?: DeliveryOutcome;
  readonly type?: EventType;
  readonly period?: Period;
  readonly event?: string;
}

export const readEndpointSearch = (search: Search): EndpointSearch => ({
  page: pageIn(search['page']),
  outcome: oneIn(OUTCOMES, search['outcome']),
  type: oneIn(EVENT_TYPES, search['type']),
  period: oneIn(PERIODS, search['period']),
  event: textIn(search['event']),
});

const HOUR_MS = 3_600_000;
const HOURS = { hour: 1, day: 24, week: 168, month: 720 } satisfies Record<Period, number>;

/** When a period that ends now began. */
export const startOf = (period: Period, now: Date): string => new Date(now.getTime() - HOURS[period] * HOUR_MS).toISOString();

/** The parameters of a list of endpoints. A failing one is disabled, or did not take something of the last day. */
export const endpointFilter = ({ state }: WebhooksSearch, now: Date): { failing_since?: string } =>
  state === 'failing' ? { failing_since: startOf('day', now) } : {};

/** The parameters of a list of deliveries. */
export const deliveryFilter = ({ outcome, type, period }: EndpointSearch, now: Date) => ({
  succeeded: outcome && outcome === 'succeeded',
  event_type: type && [type],
  start_timestamp: period && startOf(period, now),
});
