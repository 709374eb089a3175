import type { OrganizationClocks } from '#platform/clocks';
import type { PipelinedTransaction } from '#platform/persistence';
import { NEEDS_OF } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { COUNT_CHECK_OUTS } from './check-out-statements.ts';
import { readDevices } from './device-records.ts';
import type { KeyRequest } from './license-key-search.ts';
import { READ_TIME } from './usage-reservation-statements.ts';

interface CountRow {
  readonly keyId: string;
  readonly readAt: number;
  readonly taken: number;
}

/** Reads what few commands need of the locked keys, in further round trips. */
export async function readNeeds(
  transaction: PipelinedTransaction,
  requests: readonly KeyRequest[],
  found: readonly (PresentedLicenseKey | undefined)[],
  clocks: OrganizationClocks,
): Promise<void> {
  const neededBy = (need: 'slots' | 'time'): PresentedLicenseKey[] => [
    ...new Set(found.flatMap((key, index) => (key && need in NEEDS_OF[requests[index]!.to ?? 'use'] ? key : []))),
  ];
  const takingSlots = neededBy('slots');
  await countCheckOuts(transaction, takingSlots, clocks);
  await readDevices(transaction, takingSlots.filter(hasRulesForDevices));
  await readTime(transaction, neededBy('time'), clocks);
}

function hasRulesForDevices({ policy }: PresentedLicenseKey): boolean {
  const { match, classes, swaps } = policy?.devices ?? {};
  return Boolean(match ?? classes ?? swaps);
}

/** Only of floating keys of which somebody may check out a slot. */
async function countCheckOuts(
  transaction: PipelinedTransaction,
  takingSlots: readonly PresentedLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  const keys = new Map(takingSlots.filter(({ checkOuts }) => checkOuts).map((key) => [key.id, key]));
  if (keys.size === 0) return;
  const floating = [...keys.values()].map(({ organizationId, id }) => ({
    organizationId,
    id,
    ahead: clocks.aheadMs(organizationId),
  }));
  const [rows] = (await transaction.read(COUNT_CHECK_OUTS.of(floating))) as [CountRow[]];
  for (const { keyId, readAt, taken } of rows) keys.get(keyId)!.checkOuts!.countedAt(new Date(Math.round(readAt)), taken);
}

async function readTime(
  transaction: PipelinedTransaction,
  keys: readonly PresentedLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  if (keys.length === 0) return;
  const [[{ databaseTime }]] = (await transaction.read([READ_TIME])) as [[{ databaseTime: number }]];
  for (const key of keys) key.loadedWith({ databaseTime: clocks.timeOf(key.organizationId, databaseTime) });
}
