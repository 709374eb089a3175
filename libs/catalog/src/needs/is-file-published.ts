import { Query } from '@nestjs/cqrs';

/** Asks the context of releases whether a published release of these organizations has the file as an artifact. */
export class IsFilePublished extends Query<boolean> {
  constructor(
    readonly fileId: string,
    readonly organizations: readonly string[],
  ) {
    super();
  }
}
