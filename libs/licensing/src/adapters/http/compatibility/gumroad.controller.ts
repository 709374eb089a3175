import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { ResourceNotFound } from '#kernel';
import { CurrentExchange, type Exchange, NotAudited, NotIdempotent, OtherApi, PublicBody, Responses } from '#platform/http';
import { type ValidatedLicenseKey, ValidateLicenseKey } from '../../../commands/keys/validate-license-key.ts';
import { CustomerLoader } from '../../../queries/customer-loader.ts';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import { FREQUENT } from '../license-key-operations.ts';
import { UNKNOWN_KEYS } from '../unknown-keys.ts';
import { numberOf } from './numbers.ts';
import { Parameters, type Refused } from './parameters.ts';
import { type Found, NO_BENEFIT, OF_VENDOR, PresentedVendorKeys, refusalIn } from './presented-vendor-key.ts';

const NOT_FOUND = 'That license does not exist for the provided product.';

/** Parameters that are no texts are a 400 there. */
const refusedAs = ({ status, detail }: Refused) => ({
  status: status === 422 ? 400 : status,
  body: { success: false, message: status === 404 ? NOT_FOUND : detail },
});

/** Other refusals have the sentence of our own. */
const SENTENCES: Readonly<Record<string, string>> = {
  BENEFIT_MISMATCH: NOT_FOUND,
  DISABLED: 'This license key has been disabled.',
  EXPIRED: 'Access to the purchase associated with this license has expired.',
  REVOKED: 'Access to the purchase associated with this license has expired.',
};

/**
 * The operation of Gumroad that verifies license keys, for applications that cannot be updated. It is not in the document, because it is
 * described by Gumroad (https://gumroad.com/api#licenses), and nobody should write new applications for it.
 */
@ApiExcludeController()
@Controller('compat/:slug/gumroad/v2/licenses')
export class GumroadController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: PresentedVendorKeys,
    private readonly customers: CustomerLoader,
  ) {}

  @Post('verify')
  @NotAudited(FREQUENT)
  @NotIdempotent(OF_VENDOR)
  @PublicBody()
  @OtherApi({ limit: UNKNOWN_KEYS.name, refusedAs })
  @Responses({ summary: 'Verify a license key', ok: { status: 200, view: null } })
  verify(@CurrentExchange() exchange: Exchange): Promise<object> {
    const parameters = Parameters.of(exchange.request);
    const key = parameters.text('license_key');
    if (key === undefined) throw new ResourceNotFound();
    const product = productOf(parameters);
    const incrementUsage = parameters.text('increment_uses_count')?.toLowerCase() === 'false' ? 0 : 1;
    const apply = async (found: Found): Promise<object> => {
      const benefitId = found.key && product(found.key) ? null : NO_BENEFIT;
      const input = { activationId: null, conditions: {}, benefitId, customerId: null, incrementUsage };
      try {
        const { licenseKey } = await this.commands.execute(new ValidateLicenseKey(found.credentials, input));
        const customer = await this.customers.of(licenseKey.customerId);
        return {
          success: true,
          uses: licenseKey.usage,
          purchase: toPurchase(found.key!, licenseKey, customer.email ?? ''),
        };
      } catch (error) {
        const { code, detail } = refusalIn(error);
        void exchange.reply.status(404);
        return { success: false, message: SENTENCES[code] ?? detail };
      }
    };
    return this.keys.apply(exchange, { vendor: 'gumroad', key, device: null }, apply);
  }
}

/** Whether a license key is of the product that the request names. Older applications name it by its permalink, under three names. */
function productOf(parameters: Parameters): (key: VendorKey) => boolean {
  const id = parameters.text('product_id');
  if (id !== undefined) return ({ facts }) => facts['product_id'] === id;
  const permalink = parameters.text('id') ?? parameters.text('link_id') ?? parameters.text('product_permalink');
  return ({ facts }) => permalink !== undefined && facts['permalink'] === permalink.replace(/^.*\//, '');
}

function toPurchase(
  { facts, benefitName }: VendorKey,
  { id, key: presented, createdAt }: ValidatedLicenseKey['licenseKey'],
  email: string,
): object {
  const sale = facts['sale_id'] ?? id;
  const time = createdAt.toISOString().replace(/\.\d+Z$/, 'Z');
  const permalink = facts['permalink'] ?? '';
  return {
    seller_id: facts['seller_id'] ?? '',
    product_id: facts['product_id'] ?? '',
    product_name: facts['product_name'] ?? benefitName,
    permalink,
    product_permalink: facts['product_permalink'] ?? permalink,
    short_product_id: permalink,
    email,
    price: 0,
    gumroad_fee: 0,
    currency: 'usd',
    quantity: 1,
    discover_fee_charged: false,
    can_contact: false,
    referrer: 'direct',
    card: { visual: null, type: null },
    order_number: numberOf(facts['order_number'], id),
    sale_id: sale,
    sale_timestamp: time,
    purchaser_id: '',
    variants: facts['variants'] ?? '',
    license_key: presented,
    is_multiseat_license: false,
    ip_country: '',
    is_gift_receiver_purchase: false,
    refunded: false,
    disputed: false,
    dispute_won: false,
    id: sale,
    created_at: time,
    custom_fields: [],
    chargebacked: false,
    subscription_ended_at: null,
    subscription_cancelled_at: null,
    subscription_failed_at: null,
  };
}
