import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, SelectEventsOfBenefits } from '../contract/index.ts';

@CommandHandler(SelectEventsOfBenefits)
export class SelectEventsOfBenefitsHandler implements ICommandHandler<SelectEventsOfBenefits> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ events, types }: SelectEventsOfBenefits): Promise<ReadonlySet<string>> {
    const untold = events.flatMap(({ benefitId, type }) => (type === undefined ? benefitId : []));
    const benefits = await this.queries.execute(new FindBenefits([...new Set(untold)]));
    const wanted = new Set<string | undefined>(types);
    return new Set(events.flatMap(({ id, benefitId, type }) => (wanted.has(type ?? benefits.get(benefitId)?.type) ? [id] : [])));
  }
}
