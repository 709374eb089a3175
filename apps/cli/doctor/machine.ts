import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '#platform/config';
import { assertFoldersWritable, CliError } from '../../process/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const GIB = 1024 ** 3;
const LITTLE_BYTES = GIB;

/** The folders and the programs of this machine. */
export async function examineMachine(config: Config): Promise<Finding[]> {
  return [folders(config), await disk(config), versions(), address(config)];
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

function address({ baseUrl, smtpUrl }: Config): Finding {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname);
  return smtpUrl !== undefined && isLocal
    ? warning('address', `Links in emails lead to ${baseUrl}`, 'Set BASE_URL to the address that customers use.')
    : ok('address', `links lead to ${baseUrl}`);
}
