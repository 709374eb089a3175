/** Response times of lists are compared with a bare read, like those of single objects; writes with a validation. */
export const READS = {
  products: { atLeast: 0.4 },
  subscriptions: { atLeast: 0.4 },
  keys: { atLeast: 0.4 },
  customers: { atLeast: 0.4 },
  'customer-meters': { atLeast: 0.4 },
  organizations: { atLeast: 0.4 },
  customer: { atLeast: 0.45 },
  key: { atLeast: 0.45 },
  me: { atLeast: 0.45 },
  state: { atLeast: 0.45 },
} as const;

export const WRITES = {
  validate: { atLeast: 0.6, baseline: 'bare' },
  activate: { atLeast: 0.4, baseline: 'bare' },
  ingest: { atLeast: 0.5, baseline: 'validate' },
  'patch-me': { atLeast: 0.25, baseline: 'validate' },
  claims: { atLeast: 0.2, baseline: 'validate' },
} as const;

export type ReadLine = keyof typeof READS;
export type WriteLine = keyof typeof WRITES;

export const READ_LINES = Object.keys(READS) as ReadLine[];
export const WRITE_LINES = Object.keys(WRITES) as WriteLine[];

/** The lines of the operations scenario. */
export const LINES: readonly string[] = [...READ_LINES, ...WRITE_LINES];
