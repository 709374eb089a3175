import type { Case } from '../kit.ts';
import { BACKGROUND } from './background.ts';
import { CLOCKS } from './clocks.ts';
import { DEVICES } from './devices.ts';
import { ENTITLEMENTS } from './entitlements.ts';
import { FILES } from './files.ts';
import { INSTALLATIONS } from './installations.ts';
import { KEYS } from './keys.ts';
import { NETWORK } from './network.ts';
import { NETWORK_FAILURES } from './network-failures.ts';
import { ONLINE } from './online.ts';
import { PORTALS } from './portals.ts';
import { PROCESSES_AT_ONCE } from './processes.ts';
import { REPLAYS } from './replays.ts';
import { SIGNED_IN_KEYS } from './signed-in-keys.ts';
import { SIGN_INS } from './sign-ins.ts';
import { STANDING } from './standing.ts';
import { STORAGE } from './storage.ts';
import { TRIALS } from './trials.ts';
import { UNITS_SETTLED } from './units-settled.ts';
import { UNITS_USED } from './units-used.ts';
import { USAGE } from './usage.ts';
import { VECTORS } from './vectors.ts';
import { WAITS } from './waits.ts';

export const CASES: readonly Case[] = [
  ...VECTORS,
  ...ONLINE,
  ...ENTITLEMENTS,
  ...STANDING,
  ...TRIALS,
  ...SIGN_INS,
  ...SIGNED_IN_KEYS,
  ...USAGE,
  ...UNITS_USED,
  ...UNITS_SETTLED,
  ...BACKGROUND,
  ...DEVICES,
  ...INSTALLATIONS,
  ...CLOCKS,
  ...NETWORK,
  ...NETWORK_FAILURES,
  ...WAITS,
  ...PORTALS,
  ...KEYS,
  ...REPLAYS,
  ...PROCESSES_AT_ONCE,
  ...STORAGE,
  ...FILES,
];
