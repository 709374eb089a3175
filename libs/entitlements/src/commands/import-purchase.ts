import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, FindProducts, FindProductsBySlug, type ProductSnapshot } from '#catalog/contract';
import { type Access, type FieldError, isUuid, ValidationFailed } from '#kernel';
import type { KeyToReserve } from '../needs/keys-of-purchases.ts';
import { type OrderedItem, type OrderInput, PlaceOrder } from './place-order.ts';
import type { ReportedPurchase } from './reported-before.ts';
import type { PurchaseInput } from './resolve-purchase.ts';
import { StartSubscription, type SubscriptionInput } from './start-subscription.ts';

/** A key whose benefit need not be named if the product has only one with license keys. */
export type ImportedKey = Omit<KeyToReserve, 'benefitId'> & { readonly benefitId?: string };

type Imported<Input extends PurchaseInput> = Omit<Input, 'productId' | 'licenseKeys'> & {
  readonly licenseKeys?: readonly ImportedKey[];
};
type ImportedOrder = Imported<Extract<OrderInput, { readonly productId: string }>>;

/** An item of an order, with the license keys that came with it. */
export interface ImportedItem extends Omit<OrderedItem, 'productId' | 'description'> {
  readonly product: string;
  readonly licenseKeys: readonly ImportedKey[];
}

/** A purchase of a business that moves in. `product` is the id of a product, or the `slug` in its metadata. */
export type PurchaseToImport =
  | { readonly type: 'order'; readonly product: string; readonly input: ImportedOrder }
  | {
      readonly type: 'order';
      readonly items: readonly ImportedItem[];
      readonly input: Omit<ImportedOrder, 'priceId' | 'quantity' | 'amount'>;
    }
  | { readonly type: 'subscription'; readonly product: string; readonly input: Imported<SubscriptionInput> };

/** Creates a purchase, unless it was imported or reported before. A dry run checks it and stores nothing. */
export class ImportPurchase extends Command<ReportedPurchase> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly purchase: PurchaseToImport,
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

@CommandHandler(ImportPurchase)
export class ImportPurchaseHandler implements ICommandHandler<ImportPurchase> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, organizationId, purchase, isDryRun }: ImportPurchase): Promise<ReportedPurchase> {
    if ('items' in purchase) return this.placeItems(access, organizationId, purchase, isDryRun);
    const product = await this.productOf(organizationId, purchase.product, ['product']);
    const { licenseKeys = [] } = purchase.input;
    const resolved = { productId: product.id, licenseKeys: await this.keysOf(product, licenseKeys) };
    return purchase.type === 'order'
      ? this.commands.execute(new PlaceOrder(access, { ...purchase.input, ...resolved }, isDryRun))
      : this.commands.execute(new StartSubscription(access, { ...purchase.input, ...resolved }, isDryRun));
  }

  private async placeItems(
    access: Access,
    organizationId: string,
    { items: named, input }: Extract<PurchaseToImport, { readonly items: unknown }>,
    isDryRun: boolean,
  ): Promise<ReportedPurchase> {
    const items: OrderedItem[] = [];
    const licenseKeys: KeyToReserve[] = [];
    for (const [index, { product: name, licenseKeys: keys, ...item }] of named.entries()) {
      const product = await this.productOf(organizationId, name, ['items', index, 'product']);
      licenseKeys.push(...(await this.keysOf(product, keys, licenseKeys.length)));
      items.push({ ...item, productId: product.id });
    }
    return this.commands.execute(new PlaceOrder(access, { ...input, items, licenseKeys }, isDryRun));
  }

  private async productOf(organizationId: string, name: string, path: FieldError['path']): Promise<ProductSnapshot> {
    const id = isUuid(name) ? name.toLowerCase() : await this.idBySlug(organizationId, name, path);
    const product = id && (await this.queries.execute(new FindProducts([id]))).get(id);
    if (!product || product.isDeleted || product.organizationId !== organizationId) {
      throw ValidationFailed.at(path, 'Product does not exist.', name);
    }
    return product;
  }

  private async idBySlug(organizationId: string, slug: string, path: FieldError['path']): Promise<string | undefined> {
    const ids = (await this.queries.execute(new FindProductsBySlug(organizationId, [slug]))).get(slug) ?? [];
    if (ids.length > 1) throw ValidationFailed.at(path, 'Several products have this slug.', slug);
    return ids[0];
  }

  /** `before` is the number of keys of the purchase that come before these. */
  private async keysOf({ benefitIds }: ProductSnapshot, keys: readonly ImportedKey[], before = 0): Promise<KeyToReserve[]> {
    const unnamed = keys.findIndex(({ benefitId }) => benefitId === undefined);
    if (unnamed < 0) return keys as KeyToReserve[];
    const [only, ...others] = [...(await this.queries.execute(new FindLicenseKeyBenefits(benefitIds))).keys()];
    if (only === undefined || others.length > 0) {
      const problem = only === undefined ? 'has no license keys' : 'has several benefits with license keys: name one';
      throw ValidationFailed.at(['licenseKeys', before + unnamed, 'benefitId'], `The product ${problem}.`);
    }
    return keys.map((key) => ({ ...key, benefitId: key.benefitId ?? only }));
  }
}
