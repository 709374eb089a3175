import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#engine/persistence';
import { NoStatusIndex } from '../../domain/leases/lease.errors.ts';
import { StatusIndexes } from '../../domain/leases/status-indexes.ts';

/** When a block is used up, the rest of the batch is refused and runs again. */
const BLOCK = 1024;
/** Organizations for which the process keeps a block. The rest of a block that is dropped stays unused. */
const MAX_ORGANIZATIONS = 1_000;

const RESERVE = {
  name: 'status-indexes-reserve',
  text: `insert into licensing.status_indexes as s (organization_id, next_index) values ($1::uuid, ${BLOCK})
    on conflict (organization_id) do update set next_index = s.next_index + ${BLOCK} returning s.next_index as "end"`,
};

interface Block {
  next: number;
  end: number;
}

@Injectable()
export class PgStatusIndexes extends StatusIndexes {
  private readonly blocks = new Map<string, Block>();
  private readonly preparing = new Map<string, Promise<void>>();

  constructor(private readonly em: EntityManager) {
    super();
  }

  next(organizationId: string): number {
    const block = this.blocks.get(organizationId);
    if (!block || block.next === block.end) throw new NoStatusIndex();
    return block.next++;
  }

  /** Calls at the same time share one block. */
  async prepare(organizationId: string): Promise<void> {
    const block = this.blocks.get(organizationId);
    if (block && block.next < block.end) return;
    const preparing = this.preparing.get(organizationId) ?? this.reserve(organizationId);
    this.preparing.set(organizationId, preparing);
    await preparing.finally(() => this.preparing.delete(organizationId));
  }

  private async reserve(organizationId: string): Promise<void> {
    const pool = await pgPool(this.em);
    const { rows } = await pool.query<{ end: number }>({ ...RESERVE, values: [organizationId] });
    const { end } = rows[0]!;
    this.blocks.delete(organizationId);
    this.blocks.set(organizationId, { next: end - BLOCK, end });
    if (this.blocks.size > MAX_ORGANIZATIONS) this.blocks.delete(this.blocks.keys().next().value!);
  }
}
