import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import type { BenefitTerms } from '../domain/benefit-grant.events.ts';
import { hasOtherTerms } from './granted-benefits.ts';

/**
 * The ids of those events of new grants whose customer or benefit was deleted, whose customer was merged, or whose benefit has other terms
 * meanwhile than they tell.
 */
export class SelectGrantsToRecheck extends Command<ReadonlySet<string>> {
  constructor(
    readonly events: readonly {
      readonly id: string;
      readonly customerId: string;
      readonly benefitId: string;
      readonly terms: BenefitTerms | undefined;
    }[],
  ) {
    super();
  }
}

@CommandHandler(SelectGrantsToRecheck)
export class SelectGrantsToRecheckHandler implements ICommandHandler<SelectGrantsToRecheck> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ events }: SelectGrantsToRecheck): Promise<ReadonlySet<string>> {
    const ofCustomers = events.map(({ id, customerId }) => ({ id, customerIds: [customerId] }));
    const [ofDeletedCustomers, benefits] = await Promise.all([
      this.commands.execute(new SelectEventsOfDeletedCustomers(ofCustomers)),
      this.queries.execute(new FindBenefits([...new Set(events.map(({ benefitId }) => benefitId))])),
    ]);
    const isOutdated = (benefitId: string, terms: BenefitTerms | undefined): boolean => {
      const benefit = benefits.get(benefitId);
      return benefit?.is_deleted !== false || hasOtherTerms(benefit, terms);
    };
    return new Set(
      events.flatMap(({ id, benefitId, terms }) => (ofDeletedCustomers.has(id) || isOutdated(benefitId, terms) ? [id] : [])),
    );
  }
}
