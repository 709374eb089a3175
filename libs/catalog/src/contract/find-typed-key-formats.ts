import { Query } from '@nestjs/cqrs';
import type { KeyFormat } from '#support/texts';

/** How keys of an organization are written that are also found by what people type. */
export interface TypedKeyFormat {
  readonly prefix: string | null;
  readonly format: KeyFormat;
}

/** The formats of the organization's license-key benefits that accept typed input, each once. At most 50. */
export class FindTypedKeyFormats extends Query<readonly TypedKeyFormat[]> {
  constructor(readonly organizationId: string) {
    super();
  }
}
