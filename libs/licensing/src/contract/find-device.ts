import { Query } from '@nestjs/cqrs';

/** The device id that an activation was made with; undefined if there is none. Ended activations are included. */
export class FindDevice extends Query<string | undefined> {
  constructor(
    readonly organizationId: string,
    readonly activationId: string,
  ) {
    super();
  }
}
