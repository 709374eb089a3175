import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, SelectEventsOfBenefits } from '../contract/index.ts';

@CommandHandler(SelectEventsOfBenefits)
export class SelectEventsOfBenefitsHandler implements ICommandHandler<SelectEventsOfBenefits> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ events, types }: SelectEventsOfBenefits): Promise<ReadonlySet<string>> {
    const benefits = await this.queries.execute(new FindBenefits([...new Set(events.map(({ benefitId }) => benefitId))]));
    const isOneOf = (benefitId: string): boolean => types.some((type) => benefits.get(benefitId)?.type === type);
    return new Set(events.flatMap(({ id, benefitId }) => (isOneOf(benefitId) ? [id] : [])));
  }
}
