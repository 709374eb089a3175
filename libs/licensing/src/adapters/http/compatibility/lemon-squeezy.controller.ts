import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { newId, ValidationFailed } from '#kernel';
import {
  CurrentExchange,
  type Exchange,
  LimitedRoute,
  NotAudited,
  NotIdempotent,
  PublicBody,
  type Refusal,
  RefusedAs,
  TakesForms,
} from '#platform/http';
import { LONG_TEXT } from '#support/texts';
import { UNLIMITED_ACTIVATIONS } from '#support/vendors';
import { ActivateLicenseKey } from '../../../commands/activations/activate-license-key.ts';
import { DeactivateLicenseKey } from '../../../commands/activations/deactivate-license-key.ts';
import { ValidateLicenseKey } from '../../../commands/keys/validate-license-key.ts';
import { CustomerLoader } from '../../../queries/customer-loader.ts';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import { FREQUENT } from '../license-key-operations.ts';
import { UNKNOWN_KEYS } from '../unknown-keys.ts';
import { numberOf } from './numbers.ts';
import { Parameters } from './parameters.ts';
import { type Found, OF_VENDOR, PresentedVendorKeys, refusalIn } from './presented-vendor-key.ts';

/** The field that says whether an operation did what was asked. */
type Outcome = 'activated' | 'valid' | 'deactivated';

const refusedAs =
  (outcome: Outcome) =>
  ({ status, detail }: Refusal) => ({
    status,
    body: {
      [outcome]: false,
      error: status === 404 ? 'license_key not found.' : detail,
      license_key: null,
      instance: null,
      meta: null,
    },
  });

/** Other refusals have the sentence of our own. */
const SENTENCES: Readonly<Record<string, string>> = {
  ACTIVATION_LIMIT_REACHED: 'This license key has reached the activation limit.',
  ACTIVATIONS_NOT_SUPPORTED: 'This license key has reached the activation limit.',
  ACTIVATION_NOT_FOUND: 'instance_id not found.',
  DISABLED: 'This license key is disabled.',
  EXPIRED: 'This license key has expired.',
  REVOKED: 'This license key is disabled.',
};
const STATUSES: Readonly<Record<string, string>> = { DISABLED: 'disabled', EXPIRED: 'expired', REVOKED: 'disabled' };
const NOBODY = { name: '', email: '' };

interface Instance {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/**
 * The License API of Lemon Squeezy, for applications that cannot be updated. It is not in the document, because it is described by
 * Lemon Squeezy (https://docs.lemonsqueezy.com/api/license-api), and nobody should write new applications for it.
 */
@ApiExcludeController()
@Controller('compat/:slug/lemon-squeezy/v1/licenses')
export class LemonSqueezyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: PresentedVendorKeys,
    private readonly customers: CustomerLoader,
  ) {}

  @Post('activate')
  @HttpCode(200)
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @TakesForms()
  @RefusedAs(refusedAs('activated'))
  activate(@CurrentExchange() exchange: Exchange): Promise<object> {
    const parameters = Parameters.of(exchange.request);
    const label = required(parameters, 'instance_name');
    // Each activation is another instance, as there; its id is the device that it is activated on.
    const device = newId('instance');
    return this.answer('activated', exchange, { parameters, device }, async ({ credentials }) => {
      const installation = { label, conditions: {}, meta: {}, device };
      const { activation } = await this.commands.execute(new ActivateLicenseKey(credentials, installation));
      return { id: device, name: activation.label, createdAt: activation.createdAt };
    });
  }

  @Post('validate')
  @HttpCode(200)
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @TakesForms()
  @RefusedAs(refusedAs('valid'))
  validate(@CurrentExchange() exchange: Exchange): Promise<object> {
    const parameters = Parameters.of(exchange.request);
    const device = parameters.text('instance_id') ?? null;
    return this.answer('valid', exchange, { parameters, device }, async ({ credentials, key }) => {
      const activationId = device === null ? null : idOf(key);
      const input = { activationId, conditions: {}, benefitId: null, customerId: null, incrementUsage: 0 };
      const { activation } = await this.commands.execute(new ValidateLicenseKey(credentials, input));
      return activation && { id: device!, name: activation.label, createdAt: activation.createdAt };
    });
  }

  @Post('deactivate')
  @HttpCode(200)
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @TakesForms()
  @RefusedAs(refusedAs('deactivated'))
  deactivate(@CurrentExchange() exchange: Exchange): Promise<object> {
    const parameters = Parameters.of(exchange.request);
    const device = required(parameters, 'instance_id');
    return this.answer('deactivated', exchange, { parameters, device }, async ({ credentials, key }) => {
      await this.commands.execute(new DeactivateLicenseKey(credentials, idOf(key)));
      return null;
    });
  }

  /** Sends a command about the license key, and says what has become of that. */
  private answer(
    outcome: Outcome,
    exchange: Exchange,
    { parameters, device }: { readonly parameters: Parameters; readonly device: string | null },
    send: (found: Found) => Promise<Instance | null>,
  ): Promise<object> {
    const presented = required(parameters, 'license_key');
    const apply = async (found: Found): Promise<object> => {
      const { organizationId } = found.credentials;
      try {
        const instance = await send(found);
        const key = (await found.current())!;
        const customer = await this.customers.of(key.customerId);
        return {
          [outcome]: true,
          error: null,
          license_key: toLicenseKey(key, presented),
          ...(outcome === 'deactivated' ? {} : { instance: instance && toInstance(instance) }),
          meta: toMeta(key, organizationId, { name: customer.name ?? '', email: customer.email ?? '' }),
        };
      } catch (error) {
        const { code, detail } = refusalIn(error);
        const key = await found.current();
        if (!key) throw error;
        void exchange.reply.status(code === 'ACTIVATION_NOT_FOUND' ? 404 : 400);
        return {
          [outcome]: false,
          error: SENTENCES[code] ?? detail,
          license_key: toLicenseKey(key, presented, STATUSES[code]),
          ...(outcome === 'deactivated' ? {} : { instance: null }),
          // Whose it is is told of a license key that works.
          meta: toMeta(key, organizationId, NOBODY),
        };
      }
    };
    return this.keys.apply(exchange, { vendor: 'lemon-squeezy', key: presented, device }, apply);
  }
}

function required(parameters: Parameters, name: string): string {
  const text = parameters.text(name, LONG_TEXT);
  if (text === undefined) throw ValidationFailed.at([name], `The ${name.replaceAll('_', ' ')} field is required.`);
  return text;
}

/** The activation of the instance; if there is none, one that does not exist, which is refused. */
const idOf = (key: VendorKey | undefined): string => key?.activation?.id ?? newId('unknown activation');

const timeOf = (time: Date): string => time.toISOString().replace('Z', '000Z');

function toLicenseKey(key: VendorKey, presented: string, status = key.activationCount > 0 ? 'active' : 'inactive'): object {
  const { id, facts, limitActivations, activationCount, createdAt, expiresAt } = key;
  return {
    id: numberOf(facts['license_key_id'], id),
    status,
    key: presented,
    activation_limit: limitActivations === UNLIMITED_ACTIVATIONS ? null : (limitActivations ?? 0),
    activation_usage: activationCount,
    created_at: timeOf(createdAt),
    expires_at: expiresAt && timeOf(expiresAt),
  };
}

const toInstance = ({ id, name, createdAt }: Instance): object => ({ id, name, created_at: timeOf(createdAt) });

const toMeta = (
  { id, facts, benefitId, benefitName, customerId }: VendorKey,
  organizationId: string,
  { name, email }: { readonly name: string; readonly email: string },
): object => ({
  store_id: numberOf(facts['store_id'], organizationId),
  order_id: numberOf(facts['order_id'], id),
  order_item_id: numberOf(facts['order_item_id'], id),
  product_id: numberOf(facts['product_id'], benefitId),
  product_name: facts['product_name'] ?? benefitName,
  variant_id: numberOf(facts['variant_id'], benefitId),
  variant_name: facts['variant_name'] ?? 'Default',
  customer_id: numberOf(facts['customer_id'], customerId),
  customer_name: name,
  customer_email: email,
});
