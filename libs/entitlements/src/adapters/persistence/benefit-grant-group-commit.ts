import type { Pool } from 'pg';
import { ResourceNotFound } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import type { BenefitGrant } from '../../domain/benefit-grant.ts';
import { GRANT_COLUMNS, type GrantRow, GRANTS, toGrant, WRITE_GRANTS } from './benefit-grant-records.ts';

export interface GrantReference {
  readonly id: string;
  readonly organizationId: string;
}

/** Rows are locked in the order of their ids to avoid deadlocks. */
const LOCK = {
  name: 'benefit-grants-lock',
  text: `select ${GRANT_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join entitlements.benefit_grants g on g.id = w.id and g.organization_id = w.organization_id
    order by g.id for update of g`,
};

/** Group commit of single benefit grants. */
export class BenefitGrantGroupCommit extends GroupCommit<GrantReference, BenefitGrant> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super('BenefitGrant');
  }

  protected notFound(): Error {
    return new ResourceNotFound();
  }

  protected override auditedBefore(grant: BenefitGrant): readonly object[] {
    return [grant];
  }

  protected async begin(
    requests: readonly GrantReference[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<BenefitGrant>> {
    const which = [...new Map(requests.map((each) => [`${each.organizationId} ${each.id}`, each])).values()];
    const values = [which.map(({ organizationId }) => organizationId), which.map(({ id }) => id)];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), [{ ...LOCK, values }], statements);
    const locked = new Map((rows[0] as GrantRow[]).map((row) => [row.id, { row, grant: toGrant(row) }]));
    const found = requests.map(({ id, organizationId }) => {
      const grant = locked.get(id)?.grant;
      return grant?.organizationId === organizationId ? grant : undefined;
    });
    return {
      first,
      found,
      commit: async (changed, others) => {
        const states = changed.map(({ snapshot }) => snapshot);
        const written = states.filter((state) => GRANTS.hasChanged(state, locked.get(state.id)!.row));
        await transaction.commit([...WRITE_GRANTS.of(written), ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }
}
