import { AggregateRoot, applyChanges, newId } from '#kernel';
import type { EncryptedSecret } from '#support/credentials';
import { ConnectorPricesChanged } from './connector.events.ts';
import type { ProviderName } from './provider.ts';

/**
 * Who decides whether a subscription entitles: what the provider says is active (`provider_status`), or what was paid (`paid_only`).
 */
export const ENTITLEMENTS = ['provider_status', 'paid_only'] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

/**
 * What happens when the provider has another e-mail address for a customer: the customer keeps its own, or gets that one, or the seller is
 * asked.
 */
export const CUSTOMER_EMAIL_RULES = ['keep', 'follow', 'ask'] as const;
export type CustomerEmailRule = (typeof CUSTOMER_EMAIL_RULES)[number];

/** What becomes of sales whose price is not mapped: they are listed as undelivered, or nothing, because they are not of this service. */
export const UNMAPPED_RULES = ['report', 'ignore'] as const;
export type UnmappedRule = (typeof UNMAPPED_RULES)[number];

interface Details {
  readonly name: string | null;
  /** The only account or store whose events are accepted; null if events name none. */
  readonly account: string | null;
  /** Whether all of its events are tests, because the provider's events do not say so themselves. */
  readonly isTest: boolean;
  readonly entitlement: Entitlement;
  readonly customerEmail: CustomerEmailRule;
  readonly unmapped: UnmappedRule;
  /** Metadata, as `key` or `key=value`, with which a sale is of this service in any case; null if there is none. */
  readonly ownMetadata: string | null;
}

export interface NewConnector extends Details {
  readonly organizationId: string;
  readonly provider: ProviderName;
  readonly secret: EncryptedSecret;
}

/** `undefined` leaves a value unchanged. */
export type ConnectorChanges = { readonly [K in keyof Details]?: Details[K] };

/** Another secret, and how long the former one is accepted as well. */
export interface SecretChange {
  readonly secret: EncryptedSecret;
  readonly overlapSeconds: number;
}

export interface ConnectorState {
  readonly id: string;
  readonly organizationId: string;
  readonly provider: ProviderName;
  name: string | null;
  account: string | null;
  isTest: boolean;
  entitlement: Entitlement;
  customerEmail: CustomerEmailRule;
  unmapped: UnmappedRule;
  ownMetadata: string | null;
  secret: EncryptedSecret;
  /** The secret before the current one, which is accepted as well until `previousSecretEndsAt`. */
  previousSecret: EncryptedSecret | null;
  previousSecretEndsAt: Date | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
}

/** An account at a payment provider that sends its events here. */
export class Connector extends AggregateRoot<ConnectorState> {
  static create(attributes: NewConnector, now: Date): Connector {
    return new Connector({
      ...attributes,
      id: newId('connector'),
      previousSecret: null,
      previousSecretEndsAt: null,
      createdAt: now,
      modifiedAt: null,
      deletedAt: null,
    });
  }

  update(changes: ConnectorChanges, now: Date): void {
    const changed = applyChanges<
      Pick<ConnectorState, 'name' | 'account' | 'isTest' | 'entitlement' | 'customerEmail' | 'unmapped' | 'ownMetadata'>
    >(this.state, changes);
    if (changed.length > 0) this.state.modifiedAt = now;
  }

  /** The secret before the former one ends at once. */
  changeSecret({ secret, overlapSeconds }: SecretChange, now: Date): void {
    this.state.previousSecret = overlapSeconds > 0 ? this.state.secret : null;
    this.state.previousSecretEndsAt = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null;
    this.state.secret = secret;
    this.state.modifiedAt = now;
  }

  /** Prices were mapped to other products: what failed may succeed now. */
  changePrices(now: Date): void {
    this.state.modifiedAt = now;
    this.record(new ConnectorPricesChanged(this.state.organizationId, this.state.id, now));
  }

  delete(now: Date): void {
    this.state.deletedAt = now;
    this.state.modifiedAt = now;
  }
}

/** The secrets that requests may be signed with at a time. */
export const acceptedSecrets = (
  { secret, previousSecret, previousSecretEndsAt }: Pick<ConnectorState, 'secret' | 'previousSecret' | 'previousSecretEndsAt'>,
  now: Date,
): readonly EncryptedSecret[] =>
  previousSecret && previousSecretEndsAt && previousSecretEndsAt > now ? [secret, previousSecret] : [secret];
