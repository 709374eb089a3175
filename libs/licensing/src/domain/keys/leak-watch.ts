import { type AlertsPolicy, type AlertsState, type LeakSuspicion, newSuspicion } from '../policy/alerts-policy.ts';
import { type NetworkDigests, networksOn, type RecentNetworks, wasUsedFrom, withNetwork } from './recent-networks.ts';

/** From where a key is used, and whether it has leaked. */
export class LeakWatch {
  constructor(public networks: RecentNetworks) {}

  /** The key was used from the network. Returns whether that is new on this day. */
  noteUseFrom(network: NetworkDigests, now: Date): boolean {
    const { networks } = this;
    this.networks = withNetwork(networks, network, now);
    return this.networks !== networks;
  }

  /** Whether the key was used from the network within 30 days. */
  wasUsedFrom(network: NetworkDigests, now: Date): boolean {
    return wasUsedFrom(this.networks, network, now);
  }

  /** The first suspicion of the day, and what to remember of it. */
  suspect(policy: AlertsPolicy, state: AlertsState, now: Date): { alerts: AlertsState; suspected: LeakSuspicion | undefined } {
    const suspected = newSuspicion(policy, state, networksOn(this.networks, now), now);
    return { alerts: suspected ? { ...state, suspected } : state, suspected };
  }
}
