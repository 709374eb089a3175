import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditEntries } from '../domain/audit-entries.ts';

/** Erases, in batches, what the audit log tells about an anonymized customer. That something was changed, when and by whom stays. */
export class EraseAuditEntries extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EraseAuditEntries)
export class EraseAuditEntriesHandler implements ICommandHandler<EraseAuditEntries> {
  constructor(private readonly entries: AuditEntries) {}

  async execute({ organizationId, customerId }: EraseAuditEntries): Promise<void> {
    while ((await this.entries.eraseSome(organizationId, customerId)) > 0);
  }
}
