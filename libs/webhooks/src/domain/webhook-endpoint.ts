import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';
import type { ApiVersion } from '#support/api-versions';
import type { EncryptedSecret } from '#support/credentials';
import { type EndpointHosts, endpointUrl, readEndpointUrl } from './endpoint-url.ts';
import { filterBy, type Filters, withoutRepetitions } from './filters.ts';
import { assertFit, type Envelope, type Format } from './message-format.ts';
import { WebhookEndpointDisabled } from './webhook-endpoint.events.ts';

interface Details extends Filters {
  readonly url: string;
  readonly name: string | null;
  readonly format: Format;
  readonly envelope: Envelope;
  /** The version of the API whose shapes the events have. */
  readonly apiVersion: ApiVersion;
  /** The kinds of events that it wants. */
  readonly events: readonly string[];
  /** A list of `EndpointHeader` as JSON; null if it has none. */
  readonly headers: EncryptedSecret | null;
}

export interface NewWebhookEndpoint extends Details {
  readonly organizationId: string;
  readonly secret: EncryptedSecret;
}

/** `undefined` leaves a value unchanged. */
export type WebhookEndpointChanges = { readonly [K in keyof Details]?: Details[K] } & { readonly enabled?: boolean };

type Changeable = Pick<WebhookEndpointState, keyof Details>;

/** Deliveries in a row that fail for good before the endpoint is disabled. */
const MOST_FAILURES = 10;

export interface WebhookEndpointState {
  readonly id: string;
  readonly organizationId: string;
  url: string;
  name: string | null;
  format: Format;
  envelope: Envelope;
  apiVersion: ApiVersion;
  events: string[];
  productIds: string[] | null;
  benefitIds: string[] | null;
  headers: EncryptedSecret | null;
  enabled: boolean;
  secret: EncryptedSecret;
  /** The secret before the current one, which signs as well until `previousSecretEndsAt`. */
  previousSecret: EncryptedSecret | null;
  previousSecretEndsAt: Date | null;
  /** The number of deliveries that failed for good since the last success. */
  consecutiveFailures: number;
  /** Grows when the endpoint is disabled or deleted. Pending deliveries of earlier rounds are skipped. */
  round: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
}

/** A URL of a seller that gets the events it wants. */
export class WebhookEndpoint extends AggregateRoot<WebhookEndpointState> {
  static create(attributes: NewWebhookEndpoint, hosts: EndpointHosts, now: Date): WebhookEndpoint {
    assertFit(attributes);
    return new WebhookEndpoint({
      ...attributes,
      id: newId('webhook-endpoint'),
      url: endpointUrl(attributes.url, hosts),
      events: withoutRepetitions(attributes.events),
      productIds: filterBy(attributes.productIds),
      benefitIds: filterBy(attributes.benefitIds),
      enabled: true,
      previousSecret: null,
      previousSecretEndsAt: null,
      consecutiveFailures: 0,
      round: 0,
      createdAt: now,
      modifiedAt: null,
      deletedAt: null,
    });
  }

  /** An endpoint is enabled only with a URL that it may have today: the operator may have changed what is allowed. */
  update({ enabled, events, productIds, benefitIds, ...changes }: WebhookEndpointChanges, hosts: EndpointHosts, now: Date): void {
    const url = changes.url === undefined ? undefined : endpointUrl(changes.url, hosts);
    if (enabled === true && url === undefined) this.assertMayBeEnabled(hosts);
    assertFit({ format: changes.format ?? this.state.format, envelope: changes.envelope ?? this.state.envelope });

    const changed = applyChanges<Changeable>(this.state, {
      ...changes,
      url,
      events: events && withoutRepetitions(events),
      productIds: productIds === undefined ? undefined : filterBy(productIds),
      benefitIds: benefitIds === undefined ? undefined : filterBy(benefitIds),
    });
    const wasEnabled = this.state.enabled;
    if (enabled === true) this.turnOn();
    if (enabled === false) this.turnOff();
    if (changed.length > 0 || this.state.enabled !== wasEnabled) this.state.modifiedAt = now;
  }

  /** The previous secret signs as well for `overlapSeconds`. The one before it ends at once. */
  resetSecret(secret: EncryptedSecret, overlapSeconds: number, now: Date): void {
    this.state.previousSecret = overlapSeconds > 0 ? this.state.secret : null;
    this.state.previousSecretEndsAt = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null;
    this.state.secret = secret;
    this.state.modifiedAt = now;
  }

  delete(now: Date): void {
    this.turnOff();
    this.state.deletedAt = now;
    this.state.modifiedAt = now;
  }

  recordSuccess(): void {
    this.state.consecutiveFailures = 0;
  }

  /** A delivery failed for good. */
  recordFailure(now: Date): void {
    this.state.consecutiveFailures += 1;
    if (this.state.consecutiveFailures >= MOST_FAILURES) this.disable('failures', now);
  }

  /** The receiver said that the URL will never work again. */
  recordGone(now: Date): void {
    this.disable('gone', now);
  }

  private disable(reason: 'gone' | 'failures', now: Date): void {
    if (!this.state.enabled) return;
    this.turnOff();
    this.state.modifiedAt = now;
    this.record(
      new WebhookEndpointDisabled(this.state.organizationId, this.state.id, now, { url: originOf(this.state.url), reason }),
    );
  }

  private turnOn(): void {
    if (!this.state.enabled) this.state.consecutiveFailures = 0;
    this.state.enabled = true;
  }

  private turnOff(): void {
    if (this.state.enabled) this.state.round += 1;
    this.state.enabled = false;
  }

  private assertMayBeEnabled(hosts: EndpointHosts): void {
    const { errors } = readEndpointUrl(this.state.url, hosts);
    ValidationFailed.throwIfAny(errors.map((error) => ({ ...error, path: ['enabled'], input: true })));
  }
}

/** The path and query of a URL may contain a secret of the receiver, as those of Discord and Slack do. */
const originOf = (url: string): string => new URL(url).origin;
