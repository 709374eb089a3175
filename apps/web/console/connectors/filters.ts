import type { Schema } from '../../api/client.ts';
import { oneIn, pageIn, type Search } from '../search-parameters.ts';

export type EventStatus = Schema<'ConnectorEvent'>['status'];
export const EVENT_STATUSES = ['processed', 'failed', 'waiting', 'ignored', 'pending'] as const satisfies readonly EventStatus[];

export interface ConnectorsSearch {
  readonly page?: number;
}

/** The search among the events of one connector. */
export interface ConnectorSearch extends ConnectorsSearch {
  readonly status?: EventStatus;
}

export const readConnectorsSearch = (search: Search): ConnectorsSearch => ({ page: pageIn(search['page']) });
export const readConnectorSearch = (search: Search): ConnectorSearch => ({
  ...readConnectorsSearch(search),
  status: oneIn(EVENT_STATUSES, search['status']),
});
