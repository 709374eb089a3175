import { ValidationFailed } from '#kernel';

const refused = (message: string, id: string): ValidationFailed => ValidationFailed.at(['customerId'], message, id);

/** The customer to be merged does not exist. */
export const unknownSource = (id: string): ValidationFailed => refused('Customer does not exist.', id);

interface Party {
  readonly id: string;
  readonly organizationId: string;
}

type Source = Party & { readonly isDeleted: boolean };

/** Members of a customer that is merged are changed in one transaction. */
export const MAX_MERGED_MEMBERS = 5_000;

/** Throws unless `source` can be merged into `target`. */
export function assertMergeable(source: Source, target: Party, memberCount: number): void {
  const { id } = source;
  if (target.id === id) throw refused('A customer cannot be merged into itself.', id);
  if (source.isDeleted || source.organizationId !== target.organizationId) throw unknownSource(id);
  if (memberCount > MAX_MERGED_MEMBERS) {
    throw refused(`A customer with more than ${MAX_MERGED_MEMBERS} members cannot be merged.`, id);
  }
}
