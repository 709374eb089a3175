import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { newId, ResourceNotFound } from '#kernel';
import { CurrentExchange, type Exchange, NotAudited, NotIdempotent, OtherApi, PublicBody, Responses } from '#platform/http';
import { UNLIMITED_ACTIVATIONS } from '#support/cells';
import { ActivateLicenseKey } from '../../../commands/activations/activate-license-key.ts';
import { DeactivateLicenseKey } from '../../../commands/activations/deactivate-license-key.ts';
import { ValidateLicenseKey } from '../../../commands/keys/validate-license-key.ts';
import { CustomerLoader } from '../../../queries/customer-loader.ts';
import { FREQUENT } from '../license-key-operations.ts';
import { UNKNOWN_KEYS } from '../unknown-keys.ts';
import { type Action, type Asked, askedIn, mismatchOf, type Item } from './easy-digital-downloads-request.ts';
import { Parameters, type Refused } from './parameters.ts';
import { type Found, NO_BENEFIT, OF_VENDOR, PresentedVendorKeys, refusalIn } from './presented-vendor-key.ts';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import { numberOf } from './numbers.ts';

const itemOf = ({ id, name }: Item, key?: VendorKey): object => ({
  item_id: id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : false,
  item_name: key?.facts['item_name'] ?? name ?? '',
});

const timeOf = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

function toTerms({ expiresAt, limitActivations, activationCount }: VendorKey): object {
  const isUnlimited = limitActivations === UNLIMITED_ACTIVATIONS;
  return {
    expires: expiresAt ? timeOf(expiresAt) : 'lifetime',
    license_limit: isUnlimited ? 0 : (limitActivations ?? 0),
    site_count: activationCount,
    activations_left: isUnlimited ? 'unlimited' : Math.max(0, (limitActivations ?? 0) - activationCount),
  };
}

/** What is told of a license key that works. */
const detailsOf = (key: VendorKey, customer: { readonly name: string | null; readonly email: string | null }): object => ({
  ...toTerms(key),
  payment_id: numberOf(key.facts['payment_id'], key.id),
  customer_name: customer.name ?? '',
  customer_email: customer.email ?? '',
  price_id: key.facts['price_id'] ?? false,
});

/** Refusals are responses with the status 200, unless the request itself cannot be answered. */
function refusedAs({ status, detail }: Refused, request: FastifyRequest) {
  if (status !== 404) return { status, body: { success: false, license: 'invalid', error: detail } };
  const { action, item } = askedIn(Parameters.of(request));
  return { status: 200, body: { success: false, license: 'invalid', ...itemOf(item), ...errorOf(action, 'missing') } };
}

/** What activations are refused with, and what checks say, by the code of the refusal; others are `invalid`. */
const ERRORS: Readonly<Record<string, string>> = {
  ACTIVATION_LIMIT_REACHED: 'no_activations_left',
  ACTIVATIONS_NOT_SUPPORTED: 'license_not_activable',
  DISABLED: 'disabled',
  EXPIRED: 'expired',
  REVOKED: 'disabled',
};

/**
 * The API of the extension Software Licensing of Easy Digital Downloads, for plugins that cannot be updated. It is not in the document,
 * because it is described there (https://easydigitaldownloads.com/docs/software-licensing-api), and nobody should write new plugins for it.
 */
@ApiExcludeController()
@Controller('compat/:slug/edd')
export class EasyDigitalDownloadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: PresentedVendorKeys,
    private readonly customers: CustomerLoader,
  ) {}

  @Get()
  @OtherApi({ limit: UNKNOWN_KEYS.name, refusedAs })
  @Responses({ summary: 'Activate, check or deactivate a license key', ok: { status: 200, view: null } })
  get(@CurrentExchange() exchange: Exchange): Promise<object> {
    return this.answer(exchange);
  }

  @Post()
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @PublicBody()
  @OtherApi({ limit: UNKNOWN_KEYS.name, refusedAs })
  @Responses({ summary: 'Activate, check or deactivate a license key', ok: { status: 200, view: null } })
  post(@CurrentExchange() exchange: Exchange): Promise<object> {
    return this.answer(exchange);
  }

  private async answer(exchange: Exchange): Promise<object> {
    const parameters = Parameters.of(exchange.request);
    const named = askedIn(parameters);
    // HEAD is safe (RFC 9110, 9.2.1): a preview or a link checker that sends it to the address of an activation only checks.
    const asked = exchange.request.method === 'HEAD' ? { ...named, action: 'check_license' as const } : named;
    const key = parameters.text('license')?.trim();
    if (!key) throw new ResourceNotFound();
    if (asked.site === null && asked.action === 'activate_license')
      return { success: false, license: 'invalid', ...itemOf(asked.item), error: 'missing_url' };
    const presented = { vendor: 'easy-digital-downloads', key, device: asked.site } as const;
    return this.keys.apply(exchange, presented, (found) => this.apply(found, asked));
  }

  private async apply(found: Found, asked: Asked): Promise<object> {
    const { action, item, site } = asked;
    const mismatch = found.key ? mismatchOf(found.key, item) : 'missing';
    try {
      await this.send(found, asked, mismatch !== undefined);
      const key = (await found.current())!;
      const isInactive = action === 'check_license' && site === null && key.activationCount === 0;
      const license = action === 'deactivate_license' ? 'deactivated' : isInactive ? 'inactive' : 'valid';
      return { success: true, license, ...itemOf(item, key), ...detailsOf(key, await this.customers.of(key.customerId)) };
    } catch (error) {
      const { code } = refusalIn(error);
      const key = await found.current();
      if (!key) throw error;
      const reason = code === 'BENEFIT_MISMATCH' ? mismatch : (ERRORS[code] ?? 'invalid');
      if (action === 'deactivate_license') return { success: false, license: 'failed', ...itemOf(item, key) };
      if (action === 'activate_license')
        return { success: false, license: 'invalid', ...itemOf(item, key), error: reason, ...toTerms(key) };
      const notHere = key.activationCount > 0 ? 'site_inactive' : 'inactive';
      const license = code === 'ACTIVATION_NOT_FOUND' ? notHere : reason;
      return { success: true, license, ...itemOf(item, key), ...toTerms(key) };
    }
  }

  /** A license key of another item is refused as one of another benefit. */
  private async send({ credentials, key }: Found, { action, site }: Asked, isOther: boolean): Promise<void> {
    const activationId = key?.activation?.id ?? newId('unknown activation');
    const benefitId = isOther ? NO_BENEFIT : null;
    if (action === 'activate_license') {
      const installation = { label: site!, conditions: {}, meta: {}, device: site, benefitId };
      await this.commands.execute(new ActivateLicenseKey(credentials, installation));
    } else if (action === 'deactivate_license') {
      await this.commands.execute(new DeactivateLicenseKey(credentials, activationId));
    } else {
      const named = site === null || isOther ? null : activationId;
      const input = { activationId: named, conditions: {}, benefitId, customerId: null, incrementUsage: 0 };
      await this.commands.execute(new ValidateLicenseKey(credentials, input));
    }
  }
}

const errorOf = (action: Action, error: string): object => (action === 'activate_license' ? { error } : {});
