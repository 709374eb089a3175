import { LINES } from './endpoints/lines.ts';

/** Amounts and durations of the measurements. All times are in seconds. */
export interface Plan {
  readonly connections: number;
  readonly warmUp: number;
  /** Rounds of the throughput scenario; each measures every target once. */
  readonly rounds: number;
  /** Rounds of `--against`; each measures both builds once. */
  readonly comparisonRounds: number;
  readonly seconds: number;
  /** Runs at a fixed rate; the median is reported. */
  readonly runs: number;
  readonly runSeconds: number;
  readonly keys: { readonly few: number; readonly usual: number; readonly many: number };
  /** Keys of the list that is searched, and how often each page is read. */
  readonly searched: { readonly few: number; readonly many: number; readonly pages: number };
  /** Keys of three organizations, each of a customer of its own, and how often each kind of search is made. */
  readonly search: { readonly keys: number; readonly requests: number };
  readonly activations: number;
  /** Events that are delivered in each round. */
  readonly events: number;
  readonly purchaseSeconds: number;
  /** With and without an attack. */
  readonly fairnessSeconds: number;
  /** How long keys are guessed, and from how many networks. */
  readonly guessing: { readonly seconds: number; readonly networks: number };
  readonly mixedSeconds: number;
  /** Files that describe other services. */
  readonly peers: readonly string[];
  /** Whether each kind of attack is also measured by itself. */
  readonly eachAttack: boolean;
  /** Claimed seats of one subscription at the start. */
  readonly seats: number;
  readonly claims: number;
  readonly products: { readonly few: number; readonly many: number; readonly times: number };
  /** Events stored before ingestion is measured. */
  readonly history: { readonly few: number; readonly many: number };
  /** Purchases and events of the large organization whose metrics are read. */
  readonly reads: { readonly orders: number; readonly events: number };
  readonly webhooks: {
    readonly seconds: number;
    /** Events that are delivered in each round. */
    readonly events: number;
    /** Deliveries of the memory measurement. */
    readonly deliveries: number;
    /** Stored deliveries before lists are measured. */
    readonly few: number;
    readonly many: number;
  };
  /** Purchases of one file. */
  readonly imported: number;
  readonly customerMeters: { readonly few: number; readonly many: number };
  /** Lines of the operations scenario. */
  readonly lines: readonly string[];
}

export const COMPLETE: Plan = {
  connections: 64,
  warmUp: 3,
  rounds: 5,
  comparisonRounds: 10,
  seconds: 5,
  runs: 5,
  runSeconds: 4,
  keys: { few: 10_000, usual: 100_000, many: 1_000_000 },
  searched: { few: 1_000, many: 100_000, pages: 60 },
  search: { keys: 1_000_000, requests: 300 },
  activations: 100_000,
  events: 5_000,
  purchaseSeconds: 20,
  fairnessSeconds: 30,
  guessing: { seconds: 150, networks: 2_000 },
  mixedSeconds: 15 * 60,
  peers: [],
  eachAttack: false,
  seats: 100_000,
  claims: 5_000,
  products: { few: 1_000, many: 100_000, times: 200 },
  history: { few: 100_000, many: 10_000_000 },
  reads: { orders: 1_000_000, events: 10_000_000 },
  webhooks: { seconds: 20, events: 2_000, deliveries: 100_000, few: 10_000, many: 1_000_000 },
  imported: 10_000,
  customerMeters: { few: 10_000, many: 1_000_000 },
  lines: LINES,
};

/** A short run that shows whether everything works. Its figures are not to be quoted. */
export const QUICK: Plan = {
  ...COMPLETE,
  warmUp: 2,
  rounds: 2,
  comparisonRounds: 2,
  seconds: 2,
  runs: 3,
  runSeconds: 2,
  events: 2_000,
  purchaseSeconds: 8,
  fairnessSeconds: 10,
  guessing: { seconds: 40, networks: 200 },
  mixedSeconds: 60,
  claims: 1_000,
  products: { ...COMPLETE.products, times: 40 },
  history: { few: 100_000, many: 1_000_000 },
  reads: { orders: 50_000, events: 100_000 },
  searched: { ...COMPLETE.searched, pages: 20 },
  search: { keys: 100_000, requests: 100 },
  webhooks: { seconds: 5, events: 500, deliveries: 20_000, few: 10_000, many: 100_000 },
  imported: 2_000,
  customerMeters: { few: 10_000, many: 100_000 },
};
