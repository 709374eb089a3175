import { Query } from '@nestjs/cqrs';

export interface FoundKey {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly display_key: string;
  readonly status: string;
  /** The `License-Code` of what is wrong, if its row says it. */
  readonly problem: string | null;
  /** The tag that the text is, if it has it. */
  readonly tag: string | null;
}

/** License keys with the tag that a text is, then those that it finds as in their own search; of both the newest first. */
export class SearchKeys extends Query<readonly FoundKey[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
    /** Keys of these customers are found, too. They are looked for meanwhile. */
    readonly customers: Promise<{ readonly ids: readonly string[] }>,
    readonly limit: number,
  ) {
    super();
  }
}
