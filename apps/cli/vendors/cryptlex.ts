import { NotedSubscriptions } from './noted-subscription.ts';
import {
  grouped,
  joined,
  ReadingBuilder,
  scalarsOf,
  type VendorActivation,
  type VendorKey,
  type VendorReader,
} from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

type Kind = 'licenses' | 'activations' | 'users' | 'products' | 'others';

function kindOf(record: VendorRecord): Kind {
  if (record.has('key') && record.has('product_id', 'product', 'product_name', 'allowed_activations')) return 'licenses';
  if (record.has('fingerprint') && record.has('license_id')) return 'activations';
  if (record.has('email')) return 'users';
  return record.has('name', 'display_name') ? 'products' : 'others';
}

const sourceOf = (record: VendorRecord): string => `${kindOf(record).replace(/s$/, '')} ${record.text('id') ?? '?'}`;

/** Licenses, activations, users and products: responses of the API (v3), and exports with columns of the same names. */
export const readCryptlex: VendorReader = (records, options) => {
  const reading = new ReadingBuilder();
  const kinds = Map.groupBy(records, kindOf);
  const of = (kind: Kind): readonly VendorRecord[] => kinds.get(kind) ?? [];
  const byId = (kind: Kind) => new Map(of(kind).map((record) => [record.text('id'), record]));
  for (const record of of('others'))
    reading.note('Not imported, because it is no license, activation, user or product.', sourceOf(record));
  const [users, products] = [byId('users'), byId('products')];
  const activations = grouped(of('activations'), 'license_id');
  const subscriptions = new NotedSubscriptions(reading, options.now);
  reading.each(of('licenses'), sourceOf, (license) => {
    const source = sourceOf(license);
    const user = license.record('user') ?? users.get(license.text('user_id'));
    const email = user?.text('email') ?? license.text('user_email', 'email');
    if (email === undefined) return reading.note('Left out, because the license has no user.', source);
    const product = products.get(license.text('product_id')) ?? license.record('product');
    const name = product?.text('display_name', 'name') ?? license.text('product_name', 'product', 'product_id');
    const id = license.required('id', 'license_id');
    const installed = [...license.records('activations'), ...(activations.get(id) ?? [])];
    reading.note('Purchases have no amounts at Cryptlex: they are imported with 0.', source);
    const line = {
      type: 'order',
      external_id: id,
      external_source: 'cryptlex',
      product: options.productFor(name ?? ''),
      customer: {
        email,
        name: joined(user?.text('first_name'), user?.text('last_name')) ?? license.text('user_name') ?? user?.text('company'),
      },
      purchased_at: license.time('created_at'),
      amount: 0,
    } as const;
    subscriptions.purchase(source, line, keyOf(license, installed, reading), pairsOf(license));
  });
  return reading.result();
};

function keyOf(license: VendorRecord, activations: readonly VendorRecord[], reading: ReadingBuilder): VendorKey {
  const source = sourceOf(license);
  const expiresAt = license.time('expires_at');
  if (/floating/i.test(license.text('type') ?? ''))
    reading.note('Is a floating license: the benefit here has to be floating, with as many activations.', source);
  if (expiresAt === undefined && (license.integer('validity') ?? 0) > 0)
    reading.note('Begins with its first activation, and so is imported without an end.', source);
  if (license.records('meter_attributes').length > 0) reading.note('Has meter attributes, which are not imported.', source);
  if ((license.integer('total_activations') ?? 0) > activations.length)
    reading.note('Has activations that the files do not have: they are activated anew.', source);
  return {
    key: license.required('key'),
    limit_activations: license.activationLimit('allowed_activations'),
    expires_at: expiresAt ?? null,
    status: license.isTrue('revoked') ? 'revoked' : license.isTrue('suspended') ? 'disabled' : 'granted',
    metadata: pairsOf(license),
    activations: activations.map((activation) => activationOf(activation)),
  };
}

const pairsOf = (record: VendorRecord) =>
  scalarsOf(Object.fromEntries(record.records('metadata').map((pair) => [pair.required('key'), pair.text('value')])));

function activationOf(activation: VendorRecord): VendorActivation {
  const fingerprint = activation.required('fingerprint');
  const [hostname, os, version] = [activation.text('hostname'), activation.text('os'), activation.text('app_version')];
  return { label: hostname ?? fingerprint, device_id: fingerprint, meta: scalarsOf({ hostname, os, app_version: version }) };
}
