import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { RowLoader } from '#engine/persistence';
import { FindGrantedLicenseKeys, type GrantedLicenseKey } from '#entitlements/needs';

const STATEMENT = {
  text: `select k.organization_id, k.id, k.grant_id, k.customer_id, k.benefit_id, k.display_key
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.id where k.grant_id is not null`,
  by: ['organization_id', 'id'],
};

interface Row {
  readonly id: string;
  readonly grant_id: string;
  readonly customer_id: string;
  readonly benefit_id: string;
  readonly display_key: string;
}

@QueryHandler(FindGrantedLicenseKeys)
export class FindGrantedLicenseKeysHandler implements IQueryHandler<FindGrantedLicenseKeys> {
  private readonly keys: RowLoader<Row>;

  constructor(em: EntityManager) {
    this.keys = new RowLoader(em, STATEMENT);
  }

  async execute({ organizationId, ids }: FindGrantedLicenseKeys): Promise<GrantedLicenseKey[]> {
    const rows = await Promise.all(ids.map((id) => this.keys.read(organizationId, id)));
    return rows.flatMap((row) => (row ? toKey(row) : []));
  }
}

const toKey = ({ id, grant_id, customer_id, benefit_id, display_key }: Row): GrantedLicenseKey => ({
  id,
  grantId: grant_id,
  customerId: customer_id,
  benefitId: benefit_id,
  displayKey: display_key,
});
