import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { JsonText } from '#support/json';
import type { Exchange } from '#platform/http';
import { jsonMaker, viewMaker } from '#platform/wire';
import type { SnakeCased } from '#support/texts';
import type { ActivatedLicenseKey } from '../../commands/activations/activate-license-key.ts';
import type { ValidatedLicenseKey } from '../../commands/keys/validate-license-key.ts';
import type { LeasedLicenseKey } from '../../commands/leases/lease-license-key.ts';
import { shownCounters } from '../../queries/counters.view.ts';
import { CustomerLoader } from '../../queries/customer-loader.ts';
import { LeasedLicenseKeyView } from '../../queries/lease.view.ts';
import {
  ActivationView,
  CreatedActivationView,
  LicenseKeyView,
  PortalLicenseKeyView,
  PublicLicenseKeyView,
  ValidatedLicenseKeyView,
} from '../../queries/license-key.view.ts';
import { leakSuspectedIn, policyFields } from '../../queries/license-policy.view.ts';

type Told = NonNullable<ValidatedLicenseKey['standing']>;

const STANDING_HEADER = 'license-standing';
/** Nothing is to be told. */
const GOOD = 'good';

/** A list of tokens with parameters (RFC 9651), such as `trial;until="2026-12-13T09:00:00.000Z", over_limit;limit=3;used=10`. */
const standingText = (told: Told): string => told.map(itemOf).join(', ');

const itemOf = ({ name, ...parameters }: Told[number]): string =>
  [name, ...Object.entries(parameters as object).flatMap(parameterOf)].join(';');

const parameterOf = ([name, value]: readonly [string, unknown]): string | readonly [] => {
  if (value === null) return [];
  return `${name}=${value instanceof Date ? `"${value.toISOString()}"` : String(value)}`;
};

type Facts = ValidatedLicenseKey['licenseKey'];

/** Sellers see every field of a key but its grant: a field that is missing from their view does not compile. */
type SellerFields = SnakeCased<Omit<Facts, 'grantId' | 'policy' | 'policyState'>>;

/** Only a granted key is validated or activated. */
const GRANTED = 'granted';

const toSellerView = viewMaker(LicenseKeyView);
const toPortalView = viewMaker(PortalLicenseKeyView);
const toActivationView = viewMaker(ActivationView);
const toLeasedView = viewMaker(LeasedLicenseKeyView);
const toActivationJson = jsonMaker(ActivationView);
const toPublicJson = jsonMaker(PublicLicenseKeyView);
const toValidatedJson = jsonMaker(ValidatedLicenseKeyView);
const toActivatedJson = jsonMaker(CreatedActivationView);

/**
 * Builds responses from the result of a command, without reading the license key again. Its customer is looked up, unless it was read
 * with the key: then the response is built at once.
 */
@Injectable()
export class LicenseKeyResponses {
  constructor(
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
  ) {}

  async seller(key: Facts): Promise<LicenseKeyView & SellerFields> {
    return toSellerView({
      ...key,
      ...policyFields(key.policy, key.policyState),
      leakSuspected: leakSuspectedIn(key.policyState),
      counters: this.countersOf(key),
      customer: await this.customers.of(key.customerId),
    });
  }

  async portal(key: Facts): Promise<PortalLicenseKeyView> {
    return toPortalView({
      ...key,
      ...policyFields(key.policy, key.policyState),
      counters: this.countersOf(key),
      customer: await this.customers.of(key.customerId),
    });
  }

  validated(result: ValidatedLicenseKey, reply: Exchange['reply']): JsonText | Promise<JsonText> {
    const { customer, licenseKey } = result;
    tellStanding(result, reply);
    const counters = licenseKey.policy?.counters && this.countersOf(licenseKey);
    return customer === null
      ? this.customers.of(licenseKey.customerId).then((found) => toValidated(result, found, counters))
      : toValidated(result, new JsonText(customer), counters);
  }

  activated(result: ActivatedLicenseKey, reply: Exchange['reply']): JsonText | Promise<JsonText> {
    const { customer, licenseKey } = result;
    tellStanding(result, reply);
    const counters = licenseKey.policy?.counters && this.countersOf(licenseKey);
    return customer === null
      ? this.customers.of(licenseKey.customerId).then((found) => toActivated(result, found, counters))
      : toActivated(result, new JsonText(customer), counters);
  }

  private countersOf(key: Facts): Counters {
    return shownCounters(key, this.clock.now(key.organizationId));
  }

  activation(activation: ActivatedLicenseKey['activation']): ActivationView {
    return toActivationView(activation);
  }

  renewed(activation: ActivatedLicenseKey['activation']): JsonText {
    return toActivationJson(activation);
  }

  leased({ activation, ...leased }: LeasedLicenseKey): LeasedLicenseKeyView {
    return toLeasedView({ ...leased, activation: toActivationView(activation) });
  }
}

/** A response that is repeated for its idempotency key tells none: it may be another one by then. */
function tellStanding({ standing }: Pick<ValidatedLicenseKey, 'standing'>, reply: Exchange['reply']): void {
  void reply.header(STANDING_HEADER, standing ? standingText(standing) : GOOD);
}

type CustomerView = Awaited<ReturnType<CustomerLoader['of']>>;
type Counters = ReturnType<typeof shownCounters>;

const toValidated = (
  { licenseKey, activation, graceUntil }: ValidatedLicenseKey,
  customer: CustomerView | JsonText,
  counters: Counters,
): JsonText =>
  toValidatedJson({
    ...licenseKey,
    ...policyFields(licenseKey.policy, licenseKey.policyState),
    graceUntil: graceUntil ?? undefined,
    counters,
    status: GRANTED,
    customer,
    activation: activation && toActivationJson(activation),
  });

const toActivated = (
  { licenseKey, activation }: ActivatedLicenseKey,
  customer: CustomerView | JsonText,
  counters: Counters,
): JsonText =>
  toActivatedJson({
    ...activation,
    licenseKey: toPublicJson({
      ...licenseKey,
      ...policyFields(licenseKey.policy, licenseKey.policyState),
      counters,
      status: GRANTED,
      customer,
    }),
  });
