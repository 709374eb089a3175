import type { ExternalId } from '../src/domain/purchase.ts';

interface Purchase {
  readonly organizationId: string;
  readonly origin: { readonly externalId: string | null; readonly externalSource: string };
}

export const withExternalId = <P extends Purchase>(
  purchases: readonly P[],
  organizationId: string,
  { id, source }: ExternalId,
): P | undefined =>
  purchases.find(
    ({ organizationId: owner, origin }) =>
      owner === organizationId && origin.externalId === id && origin.externalSource === source,
  );

export const hasSameExternalId = (
  { organizationId, origin: { externalId: id, externalSource: source } }: Purchase,
  others: readonly Purchase[],
) => id !== null && withExternalId(others, organizationId, { id, source }) !== undefined;
