import { type AlertsPolicy, type AlertsState, type LeakSuspicion, newSuspicion } from '../policy/alerts-policy.ts';

/**
 * The networks from which a key was used lately, the last one first, as one text: for each its digest, and the day of the last use
 * in base 36. A text, because it is read with every use of the key and changes at most once a day for each network.
 */
export type RecentNetworks = string;

/** The digests of a network under all secret keys, the newest first. The first one is noted. */
export type NetworkDigests = readonly [string, ...string[]];

export const NETWORK_DIGEST_LENGTH = 11;
const DAY_LENGTH = 3;
const ENTRY = new RegExp(`.{${NETWORK_DIGEST_LENGTH + DAY_LENGTH}}`, 'g');

export const NO_NETWORKS: RecentNetworks = '';
export const MAX_NETWORKS = 32;
const REMEMBERED_DAYS = 30;

/** From where a key is used, and whether it has leaked. */
export class LeakWatch {
  constructor(private readonly state: { recentNetworks: RecentNetworks }) {}

  /**
   * The key was used from the network. Returns whether that is new on this day. Networks from which it was not used for 30 days are dropped,
   * and those beyond the maximum.
   */
  noteUseFrom(network: NetworkDigests, now: Date): boolean {
    const { recentNetworks } = this.state;
    const used = network[0] + dayOf(now).toString(36);
    if (recentNetworks.includes(used)) return false;
    const others = recentOf(recentNetworks, now).filter((entry) => !isOf(entry, network));
    this.state.recentNetworks = [used, ...others].slice(0, MAX_NETWORKS).join('');
    return true;
  }

  /** Whether the key was used from the network within 30 days. */
  wasUsedFrom(network: NetworkDigests, now: Date): boolean {
    return recentOf(this.state.recentNetworks, now).some((entry) => isOf(entry, network));
  }

  /** The first suspicion of the day, and what to remember of it. */
  suspect(policy: AlertsPolicy, state: AlertsState, now: Date): { alerts: AlertsState; suspected: LeakSuspicion | undefined } {
    const suspected = newSuspicion(policy, state, networksOn(this.state.recentNetworks, now), now);
    return { alerts: suspected ? { ...state, suspected } : state, suspected };
  }
}

const dayOf = (time: Date): number => Math.floor(time.getTime() / 86_400_000);

/** From how many networks the key was used on the day of that time. */
function networksOn(networks: RecentNetworks, now: Date): number {
  const day = dayOf(now).toString(36);
  return (networks.match(ENTRY) ?? []).filter((entry) => entry.slice(NETWORK_DIGEST_LENGTH) === day).length;
}

const isOf = (entry: string, digests: NetworkDigests): boolean => digests.includes(entry.slice(0, NETWORK_DIGEST_LENGTH));

/** The entries of the last 30 days. */
function recentOf(networks: RecentNetworks, now: Date): string[] {
  const oldest = dayOf(now) - REMEMBERED_DAYS;
  return (networks.match(ENTRY) ?? []).filter((entry) => Number.parseInt(entry.slice(NETWORK_DIGEST_LENGTH), 36) >= oldest);
}
