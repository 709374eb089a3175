import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { newId, ValidationFailed } from '#kernel';
import { CurrentExchange, type Exchange, NotAudited, NotIdempotent, OtherApi, PublicBody, Responses } from '#platform/http';
import { LONG_TEXT } from '#support/texts';
import { ActivateLicenseKey } from '../../../commands/activations/activate-license-key.ts';
import { DeactivateLicenseKey } from '../../../commands/activations/deactivate-license-key.ts';
import { ValidateLicenseKey } from '../../../commands/keys/validate-license-key.ts';
import { CustomerLoader } from '../../../queries/customer-loader.ts';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import { FREQUENT } from '../license-key-operations.ts';
import { UNKNOWN_KEYS } from '../unknown-keys.ts';
import { type Instance, NOBODY, SENTENCES, STATUSES, toInstance, toKeyOfVendor, toMeta } from './lemon-squeezy-answers.ts';
import { Parameters, type Refused } from './parameters.ts';
import { type Found, OF_VENDOR, PresentedVendorKeys, refusalIn } from './presented-vendor-key.ts';

/** The field that says whether an operation did what was asked. */
type Outcome = 'activated' | 'valid' | 'deactivated';

const refusedAs =
  (outcome: Outcome) =>
  ({ status, detail }: Refused) => ({
    status,
    body: {
      [outcome]: false,
      error: status === 404 ? 'license_key not found.' : detail,
      license_key: null,
      instance: null,
      meta: null,
    },
  });

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
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @PublicBody()
  @OtherApi({ limit: UNKNOWN_KEYS.name, refusedAs: refusedAs('activated') })
  @Responses({ summary: 'Activate a license key', ok: { status: 200, view: null } })
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
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @PublicBody()
  @OtherApi({ limit: UNKNOWN_KEYS.name, refusedAs: refusedAs('valid') })
  @Responses({ summary: 'Validate a license key', ok: { status: 200, view: null } })
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
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @PublicBody()
  @OtherApi({ limit: UNKNOWN_KEYS.name, refusedAs: refusedAs('deactivated') })
  @Responses({ summary: 'Deactivate a license key', ok: { status: 200, view: null } })
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
          license_key: toKeyOfVendor(key, presented),
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
          license_key: toKeyOfVendor(key, presented, STATUSES[code]),
          ...(outcome === 'deactivated' ? {} : { instance: null }),
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
