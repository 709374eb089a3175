import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '#platform/config';
import { assertFoldersWritable, CliError } from '../../process/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { isInProduction, isLocal } from './production.ts';

const GIB = 1024 ** 3;
const LITTLE_BYTES = GIB;

/** The folders and the programs of this machine. */
export async function examineMachine(config: Config): Promise<Finding[]> {
  return [folders(config), ...(await rights(config)), await disk(config), versions(), address(config)];
}

function folders(config: Config): Finding {
  try {
    assertFoldersWritable(config);
    return ok('folders', `${resolve(config.dataFolder)} is writable`);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return problem('folders', 'A folder is not writable', error.message);
  }
}

/** Mails, files of sellers and the demo's tokens are in the data folder. */
async function rights(config: Config): Promise<Finding[]> {
  const { dataFolder } = config;
  if (!isInProduction(config) || !existsSync(dataFolder) || ((await stat(dataFolder)).mode & 0o077) === 0) return [];
  return [warning('rights', `Other users of the machine can read ${dataFolder}`, `Run \`chmod 700 ${dataFolder}\`.`)];
}

async function disk({ dataFolder }: Config): Promise<Finding> {
  let folder = resolve(dataFolder);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const finding = `${(free / GIB).toFixed(1)} GiB are free at ${folder}`;
  return free < LITTLE_BYTES
    ? problem('disk', finding, 'Free some space: uploads, mail and the embedded database are stored there.')
    : ok('disk', finding);
}

const versions = (): Finding => ok('versions', `Node ${process.versions.node} on ${process.platform}`);

function address({ baseUrl, portalUrl, smtpUrl }: Config): Finding {
  if (isLocal(baseUrl)) {
    return smtpUrl === undefined
      ? ok('address', `links lead to ${baseUrl}`)
      : warning('address', `Links in emails lead to ${baseUrl}`, 'Set BASE_URL to the address that customers use.');
  }
  const open = [baseUrl, portalUrl].find((url) => url.startsWith('http:'));
  return open === undefined
    ? ok('address', `links lead to ${baseUrl}`)
    : problem(
        'address',
        `The service is public at ${open}`,
        'Put a TLS proxy in front of it, and set BASE_URL and PORTAL_URL to https addresses.',
      );
}
