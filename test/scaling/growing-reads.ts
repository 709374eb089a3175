export const COUNTED: readonly string[] = [];
export const GROWING: Readonly<Record<string, readonly string[]>> = {};
