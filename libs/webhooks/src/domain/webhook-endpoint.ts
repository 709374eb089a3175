import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';
import type { ApiVersion } from '#support/api-versions';
import type { EncryptedSecret } from '#support/credentials';
import type { EndpointHosts } from './endpoint-hosts.ts';
import { endpointUrl, readEndpointUrl } from './endpoint-url.ts';
import { filterBy, type Filters, withoutRepetitions } from './filters.ts';
import { assertFit, type Envelope, type Format } from './format.ts';
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
}

export interface NewWebhookEndpoint extends Details {
  readonly organizationId: string;
  readonly secret: EncryptedSecret;
}

/** `undefined` leaves a value unchanged. */
export type WebhookEndpointChanges = { readonly [K in keyof Details]?: Details[K] } & { readonly enabled?: boolean };

type Changeable = Pick<WebhookEndpoint, keyof Details>;

/** Deliveries in a row that fail for good before the endpoint is disabled. */
const MOST_FAILURES = 10;

/** A URL of a seller that gets the events it wants. */
export class WebhookEndpoint extends AggregateRoot {
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

  private constructor(attributes: NewWebhookEndpoint, now: Date) {
    super();
    const { organizationId, url, name, format, envelope, apiVersion, events, productIds, benefitIds, secret } = attributes;
    this.id = newId('webhook-endpoint');
    this.organizationId = organizationId;
    this.url = url;
    this.name = name;
    this.format = format;
    this.envelope = envelope;
    this.apiVersion = apiVersion;
    this.events = withoutRepetitions(events);
    this.productIds = filterBy(productIds);
    this.benefitIds = filterBy(benefitIds);
    this.enabled = true;
    this.secret = secret;
    this.previousSecret = null;
    this.previousSecretEndsAt = null;
    this.consecutiveFailures = 0;
    this.round = 0;
    this.createdAt = now;
    this.modifiedAt = null;
    this.deletedAt = null;
  }

  static create(attributes: NewWebhookEndpoint, hosts: EndpointHosts, now: Date): WebhookEndpoint {
    assertFit(attributes);
    return new WebhookEndpoint({ ...attributes, url: endpointUrl(attributes.url, hosts) }, now);
  }

  /** An endpoint is enabled only with a URL that it may have today: the operator may have changed what is allowed. */
  update({ enabled, events, productIds, benefitIds, ...changes }: WebhookEndpointChanges, hosts: EndpointHosts, now: Date): void {
    const url = changes.url === undefined ? undefined : endpointUrl(changes.url, hosts);
    if (enabled === true && url === undefined) this.assertMayBeEnabled(hosts);
    assertFit({ format: changes.format ?? this.format, envelope: changes.envelope ?? this.envelope });

    const changed = applyChanges<Changeable>(this, {
      ...changes,
      url,
      events: events && withoutRepetitions(events),
      productIds: productIds === undefined ? undefined : filterBy(productIds),
      benefitIds: benefitIds === undefined ? undefined : filterBy(benefitIds),
    });
    const wasEnabled = this.enabled;
    if (enabled === true) this.turnOn();
    if (enabled === false) this.turnOff();
    if (changed.length > 0 || this.enabled !== wasEnabled) this.modifiedAt = now;
  }

  /** The previous secret signs as well for `overlapSeconds`. The one before it ends at once. */
  resetSecret(secret: EncryptedSecret, overlapSeconds: number, now: Date): void {
    this.previousSecret = overlapSeconds > 0 ? this.secret : null;
    this.previousSecretEndsAt = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null;
    this.secret = secret;
    this.modifiedAt = now;
  }

  delete(now: Date): void {
    this.turnOff();
    this.deletedAt = now;
    this.modifiedAt = now;
  }

  recordSuccess(): void {
    this.consecutiveFailures = 0;
  }

  /** A delivery failed for good. */
  recordFailure(now: Date): void {
    this.consecutiveFailures += 1;
    if (this.consecutiveFailures >= MOST_FAILURES) this.disable('failures', now);
  }

  /** The receiver said that the URL will never work again. */
  recordGone(now: Date): void {
    this.disable('gone', now);
  }

  private disable(reason: 'gone' | 'failures', now: Date): void {
    if (!this.enabled) return;
    this.turnOff();
    this.modifiedAt = now;
    this.record(new WebhookEndpointDisabled(this.organizationId, this.id, now, { url: originOf(this.url), reason }));
  }

  private turnOn(): void {
    if (!this.enabled) this.consecutiveFailures = 0;
    this.enabled = true;
  }

  private turnOff(): void {
    if (this.enabled) this.round += 1;
    this.enabled = false;
  }

  private assertMayBeEnabled(hosts: EndpointHosts): void {
    const { errors } = readEndpointUrl(this.url, hosts);
    ValidationFailed.throwIfAny(errors.map((error) => ({ ...error, path: ['enabled'], input: true })));
  }
}

/** The path and query of a URL may contain a secret of the receiver, as those of Discord and Slack do. */
const originOf = (url: string): string => new URL(url).origin;
