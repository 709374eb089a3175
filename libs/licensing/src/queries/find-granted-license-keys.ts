import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf } from '#platform/persistence';
import { FindGrantedLicenseKeys, type GrantedLicenseKey } from '../contract/index.ts';
import { visibleKeys } from './visible-keys.ts';

const COLUMNS = ['id', 'grant_id', 'customer_id', 'benefit_id', 'display_key'] as const;

@QueryHandler(FindGrantedLicenseKeys)
export class FindGrantedLicenseKeysHandler implements IQueryHandler<FindGrantedLicenseKeys> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, ids }: FindGrantedLicenseKeys): Promise<GrantedLicenseKey[]> {
    const rows = await visibleKeys(this.em, [organizationId]).select(COLUMNS).where(anyOf('id', ids)).execute();
    return rows.flatMap(({ id, grant_id, customer_id, benefit_id, display_key }) =>
      grant_id === null
        ? []
        : {
            id,
            grantId: grant_id,
            customerId: customer_id,
            benefitId: benefit_id,
            displayKey: display_key,
          },
    );
  }
}
