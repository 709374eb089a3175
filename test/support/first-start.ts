import { LicenseClient } from '../../packages/client/src/index.ts';
import { FileStorage } from '../../packages/client/src/node.ts';

/** The first start of an application on a machine whose files are in a folder. */
export interface FirstStart {
  readonly folder: string;
  readonly key: string;
}

/** What one of the processes that start at the same moment was told, and what it has as its device. */
export interface Started {
  readonly activation: string;
  readonly device: string;
  readonly lease: string;
}

const [url, issuer, organizationId, rootKey] = process.argv.slice(2) as [string, string, string, string];
let next: { readonly client: LicenseClient; readonly key: string };

process.on('message', (message: FirstStart | 'go') => {
  if (message !== 'go') {
    const storage = new FileStorage(message.folder);
    next = { client: new LicenseClient({ url, issuer, organizationId, rootKey, storage }), key: message.key };
    process.send!('ready');
    return;
  }
  void start().then((started) => process.send!(started));
});

async function start(): Promise<Started> {
  const { client, key } = next;
  const activated = await client.activate(key, { label: 'desktop' });
  const leased = await client.lease();
  return {
    activation: activated.outcome === 'ok' ? activated.activationId : JSON.stringify(activated),
    device: await client.deviceId(),
    lease: leased.outcome === 'ok' ? 'ok' : JSON.stringify(leased),
  };
}
