import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { BenefitGrants } from '../domain/benefit-grants.ts';

/** Publishes that the license key of a grant was changed by hand. */
export class NoteKeyChange extends Command<void> {
  constructor(readonly which: { readonly id: string; readonly organizationId: string }) {
    super();
  }
}

@CommandHandler(NoteKeyChange)
export class NoteKeyChangeHandler implements ICommandHandler<NoteKeyChange> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly clock: Clock,
  ) {}

  execute({ which }: NoteKeyChange): Promise<void> {
    return this.grants.change(which, (grant) => grant.noteKeyChange(this.clock.now()));
  }
}
