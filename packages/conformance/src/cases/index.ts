import type { Case } from '../kit.ts';
import { CLOCKS } from './clocks.ts';
import { FILES } from './files.ts';
import { KEYS } from './keys.ts';
import { NETWORK } from './network.ts';
import { ONLINE } from './online.ts';
import { PROCESSES_AT_ONCE } from './processes.ts';
import { REPLAYS } from './replays.ts';
import { STORAGE } from './storage.ts';
import { TRIALS } from './trials.ts';
import { USAGE } from './usage.ts';
import { VECTORS } from './vectors.ts';

export const CASES: readonly Case[] = [
  ...VECTORS,
  ...ONLINE,
  ...TRIALS,
  ...USAGE,
  ...CLOCKS,
  ...NETWORK,
  ...KEYS,
  ...REPLAYS,
  ...PROCESSES_AT_ONCE,
  ...STORAGE,
  ...FILES,
];
