import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { newId, ResourceNotFound, ValidationFailed } from '#kernel';
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
import { siteOf, UNLIMITED_ACTIVATIONS } from '#support/vendors';
import { ActivateLicenseKey } from '../../../commands/activations/activate-license-key.ts';
import { DeactivateLicenseKey } from '../../../commands/activations/deactivate-license-key.ts';
import { ValidateLicenseKey } from '../../../commands/keys/validate-license-key.ts';
import { CustomerLoader } from '../../../queries/customer-loader.ts';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import { FREQUENT } from '../license-key-operations.ts';
import { UNKNOWN_KEYS } from '../unknown-keys.ts';
import { numberOf } from './numbers.ts';
import { Parameters } from './parameters.ts';
import { type Found, NO_BENEFIT, OF_VENDOR, PresentedVendorKeys, refusalIn } from './presented-vendor-key.ts';

type Action = 'activate_license' | 'check_license' | 'deactivate_license';

/** The item that a plugin asks for: by its id or, in older ones, by its name. */
interface Item {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

interface Asked {
  readonly action: Action;
  readonly item: Item;
  /** Null if the request does not say it. */
  readonly site: string | null;
}

const LONGEST_SITE = { max: 128 };

/** Refusals are responses with the status 200, unless the request itself cannot be answered. */
function refusedAs({ status, detail }: Refusal, request: FastifyRequest) {
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
  @LimitedRoute(UNKNOWN_KEYS.name)
  @RefusedAs(refusedAs)
  get(@CurrentExchange() exchange: Exchange): Promise<object> {
    return this.answer(exchange);
  }

  @Post()
  @HttpCode(200)
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @TakesForms()
  @RefusedAs(refusedAs)
  post(@CurrentExchange() exchange: Exchange): Promise<object> {
    return this.answer(exchange);
  }

  private async answer(exchange: Exchange): Promise<object> {
    const parameters = Parameters.of(exchange.request);
    const asked = askedIn(parameters);
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
      return { success: true, license, ...itemOf(item, key), ...(await this.detailsOf(key)) };
    } catch (error) {
      const { code } = refusalIn(error);
      const key = await found.current();
      if (!key) throw error;
      const reason = code === 'BENEFIT_MISMATCH' ? mismatch : (ERRORS[code] ?? 'invalid');
      if (action === 'deactivate_license') return { success: false, license: 'failed', ...itemOf(item, key) };
      if (action === 'activate_license')
        return { success: false, license: 'invalid', ...itemOf(item, key), error: reason, ...termsOf(key) };
      const notHere = key.activationCount > 0 ? 'site_inactive' : 'inactive';
      const license = code === 'ACTIVATION_NOT_FOUND' ? notHere : reason;
      return { success: true, license, ...itemOf(item, key), ...termsOf(key) };
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

  private async detailsOf(key: VendorKey): Promise<object> {
    const { name, email } = await this.customers.of(key.customerId);
    const { facts, id } = key;
    return {
      ...termsOf(key),
      payment_id: numberOf(facts['payment_id'], id),
      customer_name: name ?? '',
      customer_email: email ?? '',
      price_id: facts['price_id'] ?? false,
    };
  }
}

function askedIn(parameters: Parameters): Asked {
  const action = parameters.text('edd_action');
  if (action !== 'activate_license' && action !== 'check_license' && action !== 'deactivate_license')
    throw ValidationFailed.at(
      ['edd_action'],
      "The 'edd_action' parameter must be activate_license, check_license or deactivate_license.",
    );
  const url = parameters.text('url');
  const site = url === undefined ? '' : siteOf(url);
  if (site.length > LONGEST_SITE.max)
    throw ValidationFailed.at(['url'], `The 'url' parameter must not name a site with more than ${LONGEST_SITE.max} characters.`);
  return {
    action,
    item: { id: parameters.text('item_id'), name: parameters.text('item_name') },
    site: site === '' ? null : site,
  };
}

/** Why a license key is not of the item, as the vendor calls it; undefined if it is. */
function mismatchOf({ facts }: VendorKey, { id, name }: Item): string | undefined {
  if (id !== undefined) return facts['item_id'] === id ? undefined : 'invalid_item_id';
  if (name === undefined) return 'invalid_item_id';
  return isSameName(name, facts['item_name']) ? undefined : 'item_name_mismatch';
}

/** Plugins send names encoded once more. */
function isSameName(given: string, known: string | undefined): boolean {
  const plain = (text: string): string => text.replaceAll('+', ' ').trim().toLowerCase();
  if (known === undefined) return false;
  return plain(given) === plain(known) || plain(given) === plain(encodeURIComponent(known));
}

const errorOf = (action: Action, error: string): object => (action === 'activate_license' ? { error } : {});

const itemOf = ({ id, name }: Item, key?: VendorKey): object => ({
  item_id: id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : false,
  item_name: key?.facts['item_name'] ?? name ?? '',
});

const timeOf = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

function termsOf({ expiresAt, limitActivations, activationCount }: VendorKey): object {
  const isUnlimited = limitActivations === UNLIMITED_ACTIVATIONS;
  return {
    expires: expiresAt ? timeOf(expiresAt) : 'lifetime',
    license_limit: isUnlimited ? 0 : (limitActivations ?? 0),
    site_count: activationCount,
    activations_left: isUnlimited ? 'unlimited' : Math.max(0, (limitActivations ?? 0) - activationCount),
  };
}
