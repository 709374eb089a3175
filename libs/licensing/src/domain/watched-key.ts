import { LicenseKeyLeakSuspected } from './license-key.events.ts';
import { type AlertsPolicy, type AlertsState, newSuspicion, withDevice } from './policy/alerts-policy.ts';
import type { LicensePolicy, PolicyState } from './policy/license-policy.ts';
import { type NetworkDigests, networksOn, NO_NETWORKS, noteUseFrom, type RecentNetworks } from './recent-networks.ts';
import { ReservableKey } from './reservable-key.ts';

/** The part of a key that notes where it is used, and suspects that it has leaked. */
export abstract class WatchedKey extends ReservableKey {
  recentNetworks: RecentNetworks = NO_NETWORKS;
  abstract policy: LicensePolicy | null;
  abstract policyState: PolicyState | null;

  /** The key was used from the network. */
  noteUseFrom(network: NetworkDigests, now: Date): void {
    const { recentNetworks, policy } = this;
    noteUseFrom(this, network, now);
    if (policy?.alerts && this.recentNetworks !== recentNetworks) this.watch(policy.alerts, this.policyState?.alerts ?? {}, now);
  }

  /** The key was activated on a device. */
  protected noteDevice(device: string, now: Date): void {
    const { policy, policyState } = this;
    if (policy?.alerts) this.watch(policy.alerts, withDevice(policy.alerts, policyState?.alerts ?? {}, device, now), now);
  }

  private watch(policy: AlertsPolicy, state: AlertsState, now: Date): void {
    const suspected = newSuspicion(policy, state, networksOn(this.recentNetworks, now), now);
    const alerts = suspected ? { ...state, suspected } : state;
    if (alerts !== this.policyState?.alerts) this.policyState = { ...this.policyState, alerts };
    if (suspected) this.record(new LicenseKeyLeakSuspected(this.snapshot, now, suspected));
  }
}
