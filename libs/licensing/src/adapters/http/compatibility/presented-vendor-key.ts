import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { DomainError, NO_ORGANIZATION } from '#kernel';
import { type Exchange, FailureLimits, Sandboxes } from '#platform/http';
import { plainForm } from '#support/texts';
import type { VendorName } from '#support/vendors';
import type { KeyCredentials } from '../../../commands/keys/key-operation.ts';
import { FindVendorKey, type VendorKey } from '../../../queries/find-vendor-key.ts';
import { UNKNOWN_KEYS, type UnknownKeys } from '../unknown-keys.ts';

/** Why an operation has no `Idempotency-Key`. */
export const OF_VENDOR = 'The API of the vendor has none.';

/** The benefit of no license key: one that is not of the product that a request names is refused with `BENEFIT_MISMATCH`. */
export const NO_BENEFIT = NO_ORGANIZATION;

interface Presented {
  readonly vendor: VendorName;
  readonly key: string;
  /** The device on which the application runs, if it says so. */
  readonly device: string | null;
}

/** What an operation is applied to. */
export interface Found {
  readonly credentials: KeyCredentials;
  /** Undefined if there is no such license key: the command says so, or that the network is blocked. */
  readonly key: VendorKey | undefined;
  /** Reads the license key again, after a change. */
  readonly current: () => Promise<VendorKey | undefined>;
}

/** Codes of refusals that say no more than that there is no such license key. */
const UNKNOWN: ReadonlySet<string> = new Set(['NOT_FOUND', 'ROTATED']);

/** Finds license keys that applications of other vendors present. Unknown ones are counted with those of our own operations. */
@Injectable()
export class PresentedVendorKeys {
  private readonly unknownKeys: UnknownKeys;

  constructor(
    private readonly queries: QueryBus,
    private readonly sandboxes: Sandboxes,
    failures: FailureLimits,
  ) {
    this.unknownKeys = failures.of(UNKNOWN_KEYS);
  }

  async apply<T>(exchange: Exchange, { vendor, key, device }: Presented, operation: (found: Found) => Promise<T>): Promise<T> {
    const { request } = exchange;
    const find = new FindVendorKey(vendor, slugOf(request), { key, device });
    const found = await this.queries.execute(find);
    const { organizationId } = found;
    if (organizationId !== NO_ORGANIZATION) {
      request.requestContext.tenant = organizationId;
      await this.sandboxes.enter(organizationId);
    }
    const attempt = this.unknownKeys.begin(exchange, { within: organizationId, guess: () => plainForm(key) });
    const current = async (): Promise<VendorKey | undefined> => (await this.queries.execute(find)).key;
    try {
      return await operation({ credentials: { organizationId, key, origin: attempt.origin }, key: found.key, current });
    } catch (error) {
      throw await this.unknownKeys.countIfFailure(error, attempt);
    }
  }
}

const slugOf = ({ params }: FastifyRequest): string => (params as { readonly slug: string }).slug;

/** The code with which a license key that is known refused; throws every other error. */
export function refusalIn(error: unknown): { readonly code: string; readonly detail: string } {
  if (!(error instanceof DomainError) || error.code === undefined || UNKNOWN.has(error.code)) throw error;
  return { code: error.code, detail: error.message };
}
