/** As many activations as nobody has: the limit of imported license keys for which their vendor has none. */
export const UNLIMITED_ACTIVATIONS = 1_000_000;
