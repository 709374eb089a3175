import { Command } from '@nestjs/cqrs';

/** Asks whoever tells of events for the ids of those whose organization has somebody who is told when the state of a customer changes. */
export class SelectToldStateChanges extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly organizationId: string }[]) {
    super();
  }
}
