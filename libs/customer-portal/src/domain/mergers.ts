import { ValidationFailed } from '#kernel';

const refused = (message: string, id: string): ValidationFailed => ValidationFailed.at(['customerId'], message, id);

/** The customer to be merged does not exist. */
export const unknownSource = (id: string): ValidationFailed => refused('Customer does not exist.', id);

interface Party {
  readonly id: string;
  readonly organizationId: string;
}

type Source = Party & { readonly type: 'individual' | 'team'; readonly isDeleted: boolean };

/** Throws unless `source` can be merged into `target`. Further members than its owner hold seats, which only a team has. */
export function assertMergeable(source: Source, target: Party, memberCount: number): void {
  const { id, type } = source;
  if (target.id === id) throw refused('A customer cannot be merged into itself.', id);
  if (source.isDeleted || source.organizationId !== target.organizationId) throw unknownSource(id);
  if (type === 'team' || memberCount > 1) throw refused('A team cannot be merged into another customer.', id);
}
