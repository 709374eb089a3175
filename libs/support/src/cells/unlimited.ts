const UNLIMITED = new Set(['never', 'lifetime', 'unlimited']);

/** Whether a cell says that there is no end, or no limit. */
export const isUnlimited = (cell: string): boolean => UNLIMITED.has(cell.toLowerCase());

/**
 * As many activations as nobody has: the limit of an imported license key that has none where it comes from. Here, a license key without a limit
 * of activations cannot be activated.
 */
export const UNLIMITED_ACTIVATIONS = 1_000_000;
