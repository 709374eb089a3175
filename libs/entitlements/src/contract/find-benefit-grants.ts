import { Query } from '@nestjs/cqrs';

/** A grant as it stands. Who makes something for it follows its decisions by their number, for news of them comes in any order. */
export interface BenefitGrantSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly benefitId: string;
  /** Exactly one of both. */
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly isGranted: boolean;
  /** Counts the decisions to grant, to revoke, and to renew the terms. */
  readonly revision: number;
  /** The number of the last decision to grant or to revoke. */
  readonly stateRevision: number;
}

/** Grants by id, of any organization, for whoever already holds their ids. An id that is unknown is missing in the answer. */
export class FindBenefitGrants extends Query<ReadonlyMap<string, BenefitGrantSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
