import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { AuditEntries } from '../domain/audit-entries.ts';

const DAY_MS = 86_400_000;

/** Deletes entries that are older than so many days, until done or aborted by `stop`. */
export class DeleteOldAuditEntries extends Command<void> {
  constructor(
    readonly days: number,
    readonly stop: AbortSignal = new AbortController().signal,
  ) {
    super();
  }
}

@CommandHandler(DeleteOldAuditEntries)
export class DeleteOldAuditEntriesHandler implements ICommandHandler<DeleteOldAuditEntries> {
  constructor(
    private readonly entries: AuditEntries,
    private readonly clock: WallClock,
  ) {}

  async execute({ days, stop }: DeleteOldAuditEntries): Promise<void> {
    const before = new Date(this.clock.now().getTime() - days * DAY_MS);
    while (!stop.aborted && (await this.entries.deleteSome(before)) > 0);
  }
}
