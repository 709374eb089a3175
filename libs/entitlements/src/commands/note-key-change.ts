import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { NoteKeyChange } from '../contract/keys-of-grants.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';

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
