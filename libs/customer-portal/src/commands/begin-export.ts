import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock, newId } from '#kernel';
import { ExportLeases } from '../domain/export-leases.ts';
import { leaseUntil } from './export-lease-time.ts';

/** The lease, or the number of seconds after which the export of another request may be over. */
export type BegunExport = { readonly leaseId: string } | { readonly busySeconds: number };

/** Lets a session make an export unless it is making one. An export that takes long has to extend its lease. */
export class BeginExport extends Command<BegunExport> {
  constructor(readonly sessionId: string) {
    super();
  }
}

@CommandHandler(BeginExport)
export class BeginExportHandler implements ICommandHandler<BeginExport> {
  constructor(
    private readonly leases: ExportLeases,
    private readonly clock: WallClock,
  ) {}

  async execute({ sessionId }: BeginExport): Promise<BegunExport> {
    const now = this.clock.now();
    const lease = { id: newId(), sessionId, expiresAt: leaseUntil(now) };
    const busyUntil = await this.leases.acquire(lease, now);
    if (busyUntil === null) return { leaseId: lease.id };
    return { busySeconds: Math.max(1, Math.ceil((busyUntil.getTime() - now.getTime()) / 1000)) };
  }
}
