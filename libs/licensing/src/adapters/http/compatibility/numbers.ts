const HEX = 16;
/** Applications may read ids into 32 bits. */
const DIGITS = 7;

/**
 * The number of something that the vendor knows; of anything else, one that is made of its id and is always the same.
 */
export const numberOf = (known: string | undefined, id: string): number =>
  known !== undefined && /^\d{1,15}$/.test(known) ? Number(known) : Number.parseInt(id.replaceAll('-', '').slice(0, DIGITS), HEX);
