import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { DisputeChanges } from '../domain/dispute.ts';
import { Disputes } from '../domain/disputes.ts';

/** Records what became of a dispute; `accepted` if the seller gives in, `canceled` if it was recorded by mistake. */
export class UpdateDispute extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: DisputeChanges | 'accepted' | 'canceled',
  ) {
    super();
  }
}

@CommandHandler(UpdateDispute)
export class UpdateDisputeHandler implements ICommandHandler<UpdateDispute> {
  constructor(
    private readonly disputes: Disputes,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: UpdateDispute): Promise<void> {
    return this.disputes.change({ id, organizations: access.visible }, (dispute) => {
      access.assertCanManage(dispute.organizationId);
      const now = this.clock.now();
      if (changes === 'accepted') dispute.accept(now);
      else if (changes === 'canceled') dispute.cancel(now);
      else dispute.update(changes, now);
    });
  }
}
