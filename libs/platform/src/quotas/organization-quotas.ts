import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicTask } from '#platform/messaging/composition';
import { BatchLoader } from '#engine/persistence';
import { noteQuota, quotaOf } from '#engine/tenancy';

const REFRESH_MS = 5_000;

/** A change becomes visible when its transaction ends, and has the time of its beginning. No transaction takes longer. */
const LONGEST_TRANSACTION = '2 minutes';

const READ = `select now()::text as now, (
    select json_agg(json_build_array(organization_id, quota_id)) from platform.quotas
    where case when ?::timestamptz is null then quota_id <> organization_id
      else changed_at > ?::timestamptz - interval '${LONGEST_TRANSACTION}' end
  ) as changed`;

type Row = { readonly now: string; readonly changed: readonly (readonly [organizationId: string, quotaId: string])[] | null };

const CHANGES = 'changes';

/**
 * Keeps what the process knows of the quotas of organizations, which costs a request a look-up in a map, up to date with the
 * database. What other processes change takes effect here within seconds.
 */
@Injectable()
export class OrganizationQuotas implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly reads = new BatchLoader(() => this.read(), 'turn');
  private readAt: string | null = null;
  private task: PeriodicTask | undefined;

  constructor(private readonly em: EntityManager) {}

  /** Until the first read, and after a failed one, each organization counts by itself or as before. */
  onApplicationBootstrap(): void {
    this.task = new PeriodicTask(
      () => this.refresh(),
      REFRESH_MS,
      () => undefined,
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.task?.stop();
  }

  /** The quota of an organization, with every change that was committed before the call. Concurrent calls share a statement. */
  async current(organizationId: string): Promise<string> {
    await this.refresh();
    return quotaOf(organizationId);
  }

  private async refresh(): Promise<void> {
    await this.reads.read(CHANGES);
  }

  private async read(): Promise<ReadonlyMap<string, true>> {
    const [row] = await this.em.fork().execute<[Row]>(READ, [this.readAt, this.readAt]);
    for (const [organizationId, quotaId] of row.changed ?? []) noteQuota(organizationId, quotaId);
    this.readAt = row.now;
    return new Map([[CHANGES, true]]);
  }
}
