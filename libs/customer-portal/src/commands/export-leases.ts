import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newId, WallClock } from '#kernel';
import { ExportLeases } from '../domain/export-leases.ts';

/** So long a session cannot export after the process that made an export was killed. */
const LEASE_MS = 60_000;

const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

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

/** Reports that the export of a session is still being made. Expected more often than every minute. */
export class ExtendExport extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly leaseId: string,
  ) {
    super();
  }
}

@CommandHandler(ExtendExport)
export class ExtendExportHandler implements ICommandHandler<ExtendExport> {
  constructor(
    private readonly leases: ExportLeases,
    private readonly clock: WallClock,
  ) {}

  execute({ sessionId, leaseId }: ExtendExport): Promise<void> {
    return this.leases.extend({ id: leaseId, sessionId, expiresAt: leaseUntil(this.clock.now()) });
  }
}

/** Reports that the export of a session is complete or was abandoned. */
export class EndExport extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly leaseId: string,
  ) {
    super();
  }
}

@CommandHandler(EndExport)
export class EndExportHandler implements ICommandHandler<EndExport> {
  constructor(private readonly leases: ExportLeases) {}

  execute({ sessionId, leaseId }: EndExport): Promise<void> {
    return this.leases.release({ id: leaseId, sessionId });
  }
}
