import { Query } from '@nestjs/cqrs';

/** The data of a meter that prices and benefits need. */
export interface MeterSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly unit: 'scalar' | 'token' | 'custom';
  readonly customLabel: string | null;
  readonly customMultiplier: number | null;
  readonly isArchived: boolean;
}

/** Asks the context of meters for those that prices and benefits name, by id, of any organization. Unknown ids are missing in the result. The caller checks the organization. */
export class FindMeters extends Query<ReadonlyMap<string, MeterSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
