import { Command } from '@nestjs/cqrs';

/** The ids of those events whose organization has somebody who is told when the state of a customer changes. */
export class SelectToldStateChanges extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly organizationId: string }[]) {
    super();
  }
}
