import { Query } from '@nestjs/cqrs';

/** A meter as prices and benefits know it. */
export interface MeterSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly unit: 'scalar' | 'token' | 'custom';
  readonly customLabel: string | null;
  readonly customMultiplier: number | null;
  readonly isArchived: boolean;
}

/** Meters by id, of any organization, for whoever already holds their ids. An id that is unknown is missing in the answer. */
export class FindMeters extends Query<ReadonlyMap<string, MeterSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
