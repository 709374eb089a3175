import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is compiled into a real application. Here it is a file, because every demo service has another organization and root key. */
export interface Build {
  readonly url: string;
  /** How the service calls itself, if that is not `url`. */
  readonly issuer?: string;
  readonly organizationId: string;
  readonly rootKey: string;
  /** The key that the customer bought. A real application does not know it: the customer enters it. */
  readonly licenseKey: { readonly id: string; readonly key: string };
}

const DATA = process.env['LATCHKEY_DATA'] ?? '.latchkey';
export const FOLDER = join(DATA, 'demo-app');
const FILE = join(FOLDER, 'build.json');

/** What `npm start` writes about its demo data. */
export interface Demo {
  readonly base_url: string;
  readonly organization: { readonly id: string };
  readonly customer: { readonly id: string };
  readonly tokens: { readonly oat: string };
}

export const readDemo = (): Demo => read<Demo>(join(DATA, 'demo.json'), 'Start the service with `npm start` first.');
export const readBuild = (): Build => read<Build>(FILE, 'Run `npm run demo:app -- setup` first.');

export function writeBuild(build: Build): void {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  writeFileSync(FILE, JSON.stringify(build, null, 2), { mode: 0o600 });
}

function read<T>(file: string, remedy: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    throw new Error(`${file} cannot be read. ${remedy}`);
  }
}
