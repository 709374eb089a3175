import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { KeyForms, type StringWithoutForm } from '../../domain/keys/key-forms.ts';
import { chosenString } from '../../domain/keys/key-string.ts';

/** Computes the normal forms of strings that are stored without, until done or aborted by `stop`. It can be repeated at any time. */
export class CompleteKeyForms extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(CompleteKeyForms)
export class CompleteKeyFormsHandler implements ICommandHandler<CompleteKeyForms> {
  constructor(
    private readonly forms: KeyForms,
    private readonly queries: QueryBus,
  ) {}

  async execute({ stop }: CompleteKeyForms): Promise<void> {
    let after: StringWithoutForm | null = null;
    while (!stop.aborted) {
      const strings = await this.forms.missing(after);
      if (strings.length === 0) return;
      const benefits = await this.queries.execute(
        new FindLicenseKeyBenefits([...new Set(strings.map((each) => each.benefitId))]),
      );
      const kindOf = ({ key, kind, benefitId }: StringWithoutForm) =>
        kind ?? chosenString(key, benefits.get(benefitId) ?? { prefix: null }).stringKind;
      await this.forms.store(strings.map((each) => ({ ...each, kind: kindOf(each) })));
      after = strings.at(-1)!;
    }
  }
}
