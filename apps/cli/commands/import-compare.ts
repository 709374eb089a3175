import type { Command } from 'commander';
import { createInterface } from 'node:readline';
import { CliError } from '../../process/index.ts';
import { callService, type Connection } from '../connection/call-service.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { connectWith, ProfileOption } from '../connection/token-option.ts';
import { defineCommand, type Progress } from '../define-command.ts';
import { ServiceUnreachable } from '../exit-codes.ts';
import { CliArgument, CliOption } from '../options.ts';
import { ServiceUrlOption } from '../option-types.ts';
import type { Terminal } from '../terminal.ts';
import { type Vendor, VENDOR_NAMES } from '../vendors/index.ts';
import { type ExportedKey, keyDifferences } from '../vendors/key-differences.ts';
import { listOf } from '../vendors/list-of.ts';
import { readExports } from '../vendors/read-exports.ts';
import type { ReadLine, VendorCustomer, VendorKey } from '../vendors/reading.ts';
import { EncodingOption, OrganizationIdOption } from './import-options.ts';

class CompareOptions {
  @CliArgument('[files...]', 'Exports of the vendor', { optional: true })
  readonly files: readonly string[] = [];

  @CliOption('<vendor>', 'Vendor whose exports the files are', { choices: VENDOR_NAMES })
  readonly from!: Vendor;

  @ServiceUrlOption()
  readonly url?: string;

  @ProfileOption()
  readonly profile?: string;

  @EncodingOption()
  readonly encoding?: string;

  @OrganizationIdOption()
  readonly organization?: string;
}

interface KeyThere {
  readonly source: string;
  readonly key: VendorKey;
  readonly holder: VendorCustomer;
}

/** Compares the license keys in exports of a vendor with those here. */
async function compare(options: CompareOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const { lines } = await readExports(options.from, options, env, new Date());
  const there = new Map(keysIn(lines).map((key) => [key.key.key, key]));
  const count = there.size;
  const differences: { source: string; field: string; there: unknown; here: unknown }[] = [];
  let others = 0;
  for await (const here of exportedKeys(await connectWith(options, env, progress))) {
    const found = there.get(here.key);
    if (!found) {
      others++;
      continue;
    }
    there.delete(here.key);
    for (const difference of keyDifferences(found.key, found.holder, here))
      differences.push({ source: found.source, ...difference });
  }
  const missing = [...there.values()].map(({ source }) => source);
  const bySentence = Map.groupBy(
    differences,
    (each) => `${each.field} is ${each.there ?? 'none'} there, and ${each.here ?? 'none'} here.`,
  );
  for (const [sentence, each] of bySentence) progress.warn(`${listOf(each.map(({ source }) => source))}: ${sentence}`);
  if (missing.length > 0) progress.warn(`${listOf(missing)}: The license key is not here.`);
  const differing = new Set(differences.map(({ source }) => source)).size;
  progress.report({
    text: `Of ${count} license keys, ${differing} differ, ${missing.length} are not here. ${others} are only here.`,
    data: { license_keys: count, differing, missing, only_here: others, differences },
  });
  if (differing + missing.length > 0) throw new CliError('The vendor and this service do not agree.');
}

const keysIn = (lines: readonly ReadLine[]): KeyThere[] =>
  lines.flatMap(({ source, line: { license_keys: keys = [], recipient, customer } }) =>
    keys.map((key) => ({ source, key, holder: recipient ?? customer })),
  );

async function* exportedKeys(connection: Connection): AsyncGenerator<ExportedKey, void> {
  const { body } = await callService(connection, { method: 'GET', path: '/v1/license-keys/export?format=ndjson' });
  try {
    for await (const line of createInterface({ input: body })) yield JSON.parse(line) as ExportedKey;
  } catch (error) {
    throw new ServiceUnreachable(`${connection.service} ended the connection (${reasonOf(error)}).`);
  }
}

export const defineCompare = (command: Command, terminal: Terminal): void =>
  defineCommand(command.description('Compare the license keys in exports of a vendor with those here'), terminal, {
    options: CompareOptions,
    run: compare,
  });
