import { amountFormOf, readAmount } from '#support/cells';
import { vendorMetadata } from '#support/vendors';
import {
  grouped,
  ordered,
  productName,
  type PurchaseLine,
  ReadingBuilder,
  REFUNDED_WITHOUT_KEY,
  type ReadingOptions,
  type VendorKey,
  type VendorReader,
} from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

/** As the connector calls its purchases, so that it goes on with them. */
const SOURCE = 'lemon_squeezy';
/** Customers come with what they bought. */
const READ = new Set(['orders', 'subscriptions', 'license-keys', 'license-key-instances', 'customers']);
const LEFT_OUT = new Set(['failed', 'fraudulent']);
const PARTLY_REFUNDED = new Set(['partial_refund', 'partially_refunded', 'partial_refunded']);
const NO_KEY = 'Has no license key in the files: a key of the product here is a new one.';
/** Subscriptions that give no access, or not for certain. */
const UNPAID = new Set(['past_due', 'unpaid', 'paused']);

type Kind = 'orders' | 'license-keys' | 'license-key-instances' | 'subscriptions';

/** The type of a resource of the API, or what a row of an export is about. */
function kindOf(record: VendorRecord): string {
  const type = record.text('type');
  if (type !== undefined && record.has('id')) return type;
  if (record.has('license_key', 'key')) return 'license-keys';
  if (record.has('license_key_id', 'instance_id')) return 'license-key-instances';
  if (record.has('renews_at', 'ends_at')) return 'subscriptions';
  return record.has('order_number', 'order_id') ? 'orders' : 'unknown';
}

const sourceOf = (record: VendorRecord): string =>
  `${kindOf(record).replace(/s$/, '').replaceAll('-', ' ')} ${idOf(record) ?? '?'}`;

const idOf = (record: VendorRecord): string | undefined => record.text('id', 'order_id', 'subscription_id', 'identifier');

/** Orders, subscriptions, license keys and their instances: responses of the API, and exports of the dashboard. */
export const readLemonSqueezy: VendorReader = (records, options) => {
  const reading = new ReadingBuilder();
  const kinds = Map.groupBy(records, kindOf);
  const of = (kind: Kind): readonly VendorRecord[] => kinds.get(kind) ?? [];
  for (const [kind, others] of kinds) {
    if (READ.has(kind)) continue;
    for (const record of others) reading.note(`Records of the type ${kind} are not imported.`, sourceOf(record));
  }
  const live = (kind: Kind): readonly VendorRecord[] =>
    of(kind).filter((record) => {
      if (record.isTrue('test_mode')) reading.note('Left out, because it was made in test mode.', sourceOf(record));
      return !record.isTrue('test_mode');
    });
  const keys = new Keys(live('license-keys'), of('license-key-instances'), reading);
  const ofSubscriptions = new Set<string>();
  reading.each(live('subscriptions'), sourceOf, (record) => {
    const order = record.text('order_id');
    const source = sourceOf(record);
    const endsAt = record.time('ends_at');
    const status = record.text('status') ?? 'active';
    if (order !== undefined) ofSubscriptions.add(order);
    if (status === 'expired' || (endsAt !== undefined && new Date(endsAt) <= options.now)) {
      keys.of(record, order, record.text('order_item_id'));
      return reading.note('Left out with its license keys, because the subscription has ended.', source);
    }
    if (UNPAID.has(status))
      reading.note(
        'Imported as active, because unpaid and paused subscriptions have no counterpart: the connector brings their status.',
        source,
      );
    const until = record.isTrue('cancelled') ? endsAt : record.time('renews_at');
    const line: PurchaseLine = {
      ...purchaseOf(record, options),
      type: 'subscription',
      external_id: record.required('id', 'subscription_id'),
      started_at: record.time('created_at', 'date'),
      current_period_end: until !== undefined && new Date(until) > options.now ? until : undefined,
      cancel_at_period_end: record.isTrue('cancelled'),
      quantity: record.record('first_subscription_item')?.integer('quantity'),
    };
    const found = keys.of(record, order, record.text('order_item_id'));
    if (found.length === 0) reading.note(NO_KEY, source);
    reading.purchase(source, line, found);
  });
  const amounts = new Amounts(of('orders'));
  reading.each(live('orders'), sourceOf, (record) => {
    const id = record.required('id', 'order_id', 'order_number');
    const source = sourceOf(record);
    // The order of a subscription is its first payment.
    if (ofSubscriptions.has(id)) return;
    const status = record.text('status')?.toLowerCase() ?? 'paid';
    if (LEFT_OUT.has(status)) return reading.note('Left out, because the order was not paid.', source);
    if (PARTLY_REFUNDED.has(status)) reading.note('Imported without the refund of a part, which has no counterpart.', source);
    const isRefunded = status === 'refunded';
    const found = keys.of(record, id).map((key): VendorKey => (isRefunded ? { ...key, status: 'revoked' } : key));
    if (isRefunded && found.length === 0) return reading.note(REFUNDED_WITHOUT_KEY, source);
    if (isRefunded) reading.note('Imported without its refund: its license keys are revoked.', source);
    if (found.length === 0) reading.note(NO_KEY, source);
    const tax = amounts.read(record, 'tax');
    const total = amounts.read(record, 'total');
    const line: PurchaseLine = {
      ...purchaseOf(record, options),
      type: 'order',
      external_id: id,
      purchased_at: record.time('created_at', 'date', 'order_date'),
      status: status === 'pending' ? 'pending' : 'paid',
      amount: total === undefined ? undefined : Math.max(total - (tax ?? 0), 0),
      tax_amount: tax,
      currency: record.text('currency')?.toLowerCase(),
      quantity: record.record('first_order_item')?.integer('quantity'),
    };
    reading.purchase(source, line, found);
  });
  for (const source of keys.left())
    reading.note('Left out, because the files have neither its order nor its subscription.', source);
  return reading.result();
};

/** What orders and subscriptions have in common. */
function purchaseOf(record: VendorRecord, { productFor }: ReadingOptions) {
  const item = record.record('first_order_item') ?? record;
  return {
    external_source: SOURCE,
    product: productFor(productName(item.required('product_name', 'product'), item.text('variant_name', 'variant'))),
    customer: {
      email: record.required('user_email', 'customer_email', 'email'),
      name: record.text('user_name', 'customer_name', 'name'),
      external_id: record.text('customer_id'),
    },
  };
}

/** What applications are told of a license key. */
function factsOf(key: VendorRecord, purchase: VendorRecord): Readonly<Record<string, string | undefined>> {
  const item = purchase.record('first_order_item') ?? purchase;
  return {
    license_key_id: key.text('id'),
    store_id: key.text('store_id') ?? purchase.text('store_id'),
    order_id: key.text('order_id'),
    order_item_id: key.text('order_item_id'),
    product_id: key.text('product_id') ?? item.text('product_id'),
    product_name: item.text('product_name', 'product'),
    variant_id: item.text('variant_id'),
    variant_name: item.text('variant_name', 'variant'),
    customer_id: key.text('customer_id') ?? purchase.text('customer_id'),
  };
}

/** Amounts are whole cents in the API, and may have decimals in exports. */
class Amounts {
  private readonly form;

  constructor(orders: readonly VendorRecord[]) {
    this.form = amountFormOf(orders.flatMap((order) => order.text('total') ?? []));
  }

  read(record: VendorRecord, name: string): number | undefined {
    const text = record.text(name);
    return text === undefined ? undefined : readAmount(text, this.form, record.text('currency'));
  }
}

/** The license keys of orders, each given away once. */
class Keys {
  private readonly byOrder: ReadonlyMap<string, readonly VendorRecord[]>;
  private readonly instances: ReadonlyMap<string, readonly VendorRecord[]>;
  private readonly given = new Set<VendorRecord>();

  constructor(
    private readonly keys: readonly VendorRecord[],
    instances: readonly VendorRecord[],
    private readonly reading: ReadingBuilder,
  ) {
    this.byOrder = grouped(ordered(keys, 'id'), 'order_id', 'order_number');
    this.instances = grouped(instances, 'license_key_id');
  }

  /** The license keys of an order, or of the item of it that a subscription is. */
  of(purchase: VendorRecord, order: string | undefined, item?: string): VendorKey[] {
    const keys = (order === undefined ? [] : (this.byOrder.get(order) ?? [])).filter(
      (key) => !this.given.has(key) && (item === undefined || (key.text('order_item_id') ?? item) === item),
    );
    for (const key of keys) this.given.add(key);
    return keys.map((key) => this.read(key, purchase));
  }

  left(): string[] {
    return this.keys.filter((key) => !this.given.has(key)).map((key) => sourceOf(key));
  }

  private read(record: VendorRecord, purchase: VendorRecord): VendorKey {
    const instances = this.instances.get(record.text('id') ?? '') ?? [];
    if ((record.integer('instances_count', 'activation_usage', 'activations') ?? 0) > instances.length)
      this.reading.note('Has activations of which the files have no instances: they are activated anew.', sourceOf(record));
    const isDisabled = record.isTrue('disabled') || record.text('status')?.toLowerCase() === 'disabled';
    return {
      key: record.required('key', 'license_key'),
      limit_activations: record.activationLimit('activation_limit'),
      expires_at: record.time('expires_at') ?? null,
      status: isDisabled ? 'disabled' : 'granted',
      metadata: vendorMetadata('lemon-squeezy', factsOf(record, purchase)),
      activations: instances.map((instance) => ({
        label: instance.text('name', 'instance_name') ?? instance.required('identifier', 'id'),
        // Applications present it as `instance_id`.
        device_id: instance.text('identifier', 'id'),
      })),
    };
  }
}
