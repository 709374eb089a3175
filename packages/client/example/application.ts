import { hostname } from 'node:os';
import { join } from 'node:path';
import { LicenseClient, type LicenseState, type Refreshed } from '../src/index.ts';
import { FileStorage } from '../src/node.ts';
import { FOLDER, readBuild } from './build.ts';

const at = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

export interface Outcome {
  readonly succeeded: boolean;
  readonly text: string;
}

/** "Flight Notes": an application that writes pages, if it is licensed. */
export class Application {
  readonly license: LicenseClient;

  constructor() {
    const { licenseKey: _key, ...build } = readBuild();
    const storage = new FileStorage(join(FOLDER, 'installation'));
    this.license = new LicenseClient({ ...build, storage, attempts: 2, timeoutMs: 5000 });
  }

  async activate(key: string): Promise<Outcome> {
    const activated = await this.license.activate(key, { label: hostname() });
    if (activated.outcome !== 'ok') return { succeeded: false, text: `Not activated: ${reasonOf(activated)}` };
    const leased = await this.license.lease();
    if (leased.outcome !== 'ok') return { succeeded: false, text: `Activated, but not for work offline: ${reasonOf(leased)}` };
    return { succeeded: true, text: `Activated. ${described(leased.license)}` };
  }

  /** Writes a page. The network is asked if there is one, and decides nothing if there is none. */
  async work(): Promise<Outcome> {
    const refreshed = await this.license.refresh();
    const succeeded = refreshed.license.usable;
    return { succeeded, text: `${succeeded ? 'A page is written.' : 'Nothing is written.'} ${describedRefresh(refreshed)}` };
  }

  async status(): Promise<Outcome> {
    const license = await this.license.check();
    return { succeeded: license.usable, text: described(license) };
  }

  async deactivate(): Promise<Outcome> {
    const result = await this.license.deactivate();
    const succeeded = result.outcome === 'ok';
    return { succeeded, text: succeeded ? 'Deactivated.' : `Not deactivated: ${reasonOf(result)}` };
  }
}

export const describedRefresh = ({ license, status }: Refreshed): string =>
  `${described(license)} ${status.outcome === 'unavailable' ? 'The service cannot be reached.' : ''}`.trim();

export function described(license: LicenseState): string {
  if (!license.usable) return license.reason === 'no_lease' ? 'Not activated.' : `The license cannot be used: ${license.reason}.`;
  const { lease, state } = license;
  return state === 'valid'
    ? `Licensed, also without a network until ${at(lease.expiresAt)}.`
    : `The license is over. The application stops at ${at(lease.graceUntil)} without a network.`;
}

const reasonOf = (result: {
  readonly outcome: string;
  readonly code?: string;
  readonly reason?: string;
  readonly fault?: string;
}) => result.code ?? result.fault ?? result.reason ?? result.outcome;
