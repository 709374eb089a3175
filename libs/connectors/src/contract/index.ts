import { Query } from '@nestjs/cqrs';
import type { EventsIn } from '#kernel';
import type * as events from '../domain/connector.events.ts';

/** The events that this context publishes. */
export type ConnectorsEvent = EventsIn<typeof events>;

export interface FoundUndelivered {
  readonly id: string;
  readonly organization_id: string;
  readonly external_id: string;
  readonly reason: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** What was paid and is not delivered, by its ID or how that of the provider or the address of whoever paid begins; the newest first. */
export class SearchUndelivered extends Query<readonly FoundUndelivered[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
    readonly most: number,
  ) {
    super();
  }
}
