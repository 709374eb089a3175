import { deflateSync } from 'node:zlib';

/** Places in a status list. */
export const STATUS_LIST_SIZE = 65_536;
const BITS = 2;
const PER_BYTE = 8 / BITS;

/** The statuses of the IETF Token Status List that occur here. All other places are valid. */
export const STATUS = { invalid: 1, suspended: 2 } as const;

/** A lease that must not be used any longer, by its place in the list. */
export interface ListedStatus {
  readonly place: number;
  readonly status: (typeof STATUS)[keyof typeof STATUS];
}

/** In which list of the organization an index is, and where. */
export const listOf = (index: number): number => Math.floor(index / STATUS_LIST_SIZE);
export const placeOf = (index: number): number => index % STATUS_LIST_SIZE;

/** The claim `status_list`: two bits for each place, the first place in the lowest bits, compressed by zlib. */
export function statusListClaim(listed: readonly ListedStatus[]): { readonly bits: number; readonly lst: string } {
  const bytes = Buffer.alloc(STATUS_LIST_SIZE / PER_BYTE);
  for (const { place, status } of listed) {
    const byte = Math.floor(place / PER_BYTE);
    bytes[byte] = bytes[byte]! | (status << ((place % PER_BYTE) * BITS));
  }
  return { bits: BITS, lst: deflateSync(bytes).toString('base64url') };
}

/** What status lists contain. */
export abstract class StatusLists {
  /** The leases of a list that are not over and must not be used, as they are after the call. Undefined if the organization has no such list. */
  abstract read(organizationId: string, list: number): Promise<readonly ListedStatus[] | undefined>;
}
