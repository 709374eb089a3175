import { Command } from '@nestjs/cqrs';
import type { BenefitView } from './benefit.view.ts';

/** The ids of those events that are about a benefit of one of these types. */
export class SelectEventsOfBenefits extends Command<ReadonlySet<string>> {
  constructor(
    readonly events: readonly { readonly id: string; readonly benefitId: string }[],
    readonly types: readonly BenefitView['type'][],
  ) {
    super();
  }
}
