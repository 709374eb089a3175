import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { WallClock } from '#kernel';
import { Config } from '#platform/config';
import { AddressGuard, SafeFetch } from '#platform/outgoing';
import { ScanningKeys } from '../../domain/keys/scanning-keys.ts';

const MINUTE = 60_000;
/** How long keys are used before they are read again, and, for an identifier that is not among them, at least. */
const [USED_MS, AT_LEAST_MS] = [60 * MINUTE, MINUTE];

type Keys = ReadonlyMap<string, string>;

const EMPTY: Keys = new Map();

/** The keys in the form of GitHub: those of a file, or those at a URL, which are read when the first report arrives. */
@Injectable()
export class ConfiguredScanningKeys extends ScanningKeys implements OnModuleDestroy {
  private readonly url: string | undefined;
  private readonly safe = new SafeFetch(new AddressGuard([]));
  private known: Keys;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(
    { secretScanningKeysFile, secretScanningKeysUrl }: Config,
    private readonly clock: WallClock,
  ) {
    super();
    this.url = secretScanningKeysUrl;
    this.known = secretScanningKeysFile === undefined ? EMPTY : keysIn(JSON.parse(secretScanningKeysFile));
  }

  get areConfigured(): boolean {
    return this.url !== undefined || this.known.size > 0;
  }

  async find(identifier: string): Promise<string | undefined> {
    await this.readIfOlder(USED_MS);
    if (!this.known.has(identifier)) await this.readIfOlder(AT_LEAST_MS);
    return this.known.get(identifier);
  }

  onModuleDestroy(): Promise<void> {
    return this.safe.destroy();
  }

  private async readIfOlder(ms: number): Promise<void> {
    const now = this.clock.now().getTime();
    if (this.url === undefined || now - this.readAt < ms) return;
    this.readAt = now;
    this.known = keysIn(await (await this.safe.fetch(this.url)).json());
  }
}

function keysIn(document: unknown): Keys {
  const { public_keys: listed } = document as { public_keys?: readonly { key_identifier?: unknown; key?: unknown }[] };
  return new Map((listed ?? []).map(({ key_identifier, key }) => [String(key_identifier), String(key)]));
}
