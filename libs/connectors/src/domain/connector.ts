import { AggregateRoot, applyChanges, newId } from '#kernel';
import type { EncryptedSecret } from '#support/credentials';
import { ConnectorPricesChanged } from './connector.events.ts';
import type { ProviderName } from './provider.ts';

/**
 * Who decides whether a subscription entitles: what the provider says is active (`provider_status`), or what was paid (`paid_only`).
 */
export const ENTITLEMENTS = ['provider_status', 'paid_only'] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

interface Details {
  readonly name: string | null;
  /** The only account or store whose events are accepted; null if events name none. */
  readonly account: string | null;
  /** Whether all of its events are tests, because the provider's events do not say so themselves. */
  readonly isTest: boolean;
  readonly entitlement: Entitlement;
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

  get id(): string {
    return this.state.id;
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  update(changes: ConnectorChanges, now: Date): void {
    const changed = applyChanges<Pick<ConnectorState, 'name' | 'account' | 'isTest' | 'entitlement'>>(this.state, changes);
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
