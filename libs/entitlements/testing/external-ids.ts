import type { ExternalId } from '../src/domain/purchase.ts';

interface Purchase {
  readonly snapshot: { readonly organizationId: string; readonly externalId: string | null; readonly externalSource: string };
}

export const withExternalId = <P extends Purchase>(
  purchases: readonly P[],
  organizationId: string,
  { id, source }: ExternalId,
): P | undefined =>
  purchases.find(
    ({ snapshot }) =>
      snapshot.organizationId === organizationId && snapshot.externalId === id && snapshot.externalSource === source,
  );

export const hasSameExternalId = (
  { snapshot: { organizationId, externalId: id, externalSource: source } }: Purchase,
  others: readonly Purchase[],
) => id !== null && withExternalId(others, organizationId, { id, source }) !== undefined;
