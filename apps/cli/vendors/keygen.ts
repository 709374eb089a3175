import { NotedSubscriptions } from './noted-subscription.ts';
import {
  grouped,
  joined,
  productName,
  ReadingBuilder,
  scalarsOf,
  type VendorActivation,
  type VendorKey,
  type VendorReader,
} from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

const READ = new Set(['licenses', 'machines', 'users', 'policies', 'products']);
/** Limits that license keys here do not have. */
const OTHER_LIMITS = ['max_cores', 'max_processes', 'max_memory', 'max_disk', 'max_users'];

const sourceOf = (record: VendorRecord): string =>
  `${(record.text('type') ?? 'record').replace(/s$/, '')} ${record.text('id') ?? '?'}`;

/** Responses of the API (JSON:API) with licenses, machines, policies, products and users. */
export const readKeygen: VendorReader = (records, options) => {
  const reading = new ReadingBuilder();
  const types = grouped(records, 'type');
  const of = (type: string): readonly VendorRecord[] => types.get(type) ?? [];
  const byId = (type: string) => new Map(of(type).map((record) => [record.text('id'), record]));
  for (const [type, others] of types) {
    if (READ.has(type)) continue;
    for (const record of others) reading.note(`Records of the type ${type || 'unknown'} are not imported.`, sourceOf(record));
  }
  const [users, policies, products] = [byId('users'), byId('policies'), byId('products')];
  const machines = grouped(of('machines'), 'license_id');
  const subscriptions = new NotedSubscriptions(reading, options.now);
  reading.each(of('licenses'), sourceOf, (license) => {
    const source = sourceOf(license);
    const user = users.get(license.text('owner_id', 'user_id'));
    const email = user?.text('email') ?? metadataEmail(license);
    if (email === undefined)
      return reading.note('Left out, because the license has no user, and no email in its metadata.', source);
    const policy = policies.get(license.text('policy_id'));
    const product = products.get(license.text('product_id') ?? policy?.text('product_id'));
    const key = keyOf(license, machines.get(license.required('id')) ?? [], reading);
    reading.note('Purchases have no amounts at Keygen: they are imported with 0.', source);
    const line = {
      type: 'order',
      external_id: license.required('id'),
      external_source: 'keygen',
      product: options.productFor(productName(product?.text('name') ?? license.text('policy_id'), policy?.text('name'))),
      customer: { email, name: user?.text('full_name') ?? joined(user?.text('first_name'), user?.text('last_name')) },
      purchased_at: license.time('created'),
      amount: 0,
    } as const;
    subscriptions.purchase(source, line, key, license.pairs('metadata'));
  });
  return reading.result();
};

function metadataEmail(license: VendorRecord): string | undefined {
  const { email } = license.pairs('metadata');
  return typeof email === 'string' ? email : undefined;
}

function keyOf(license: VendorRecord, machines: readonly VendorRecord[], reading: ReadingBuilder): VendorKey {
  const source = sourceOf(license);
  if (license.has('scheme'))
    reading.note('Has a signed key: applications that verify it themselves have to learn about leases.', source);
  if (OTHER_LIMITS.some((name) => license.has(name)))
    reading.note('Has limits of cores, processes, memory, disk or users, which have no counterpart.', source);
  const metadata = license.pairs('metadata');
  if (Object.keys(scalarsOf(metadata)).length < Object.keys(metadata).length)
    reading.note('Imported without metadata that are lists, objects or empty.', source);
  const isBanned = license.text('status')?.toUpperCase() === 'BANNED';
  return {
    key: license.required('key'),
    usage: license.integer('uses') ?? 0,
    limit_usage: license.limit('max_uses'),
    limit_activations: license.activationLimit('max_machines'),
    expires_at: license.time('expiry') ?? null,
    status: isBanned ? 'revoked' : license.isTrue('suspended') ? 'disabled' : 'granted',
    metadata: scalarsOf(metadata),
    activations: machines.map((machine) => activationOf(machine)),
  };
}

function activationOf(machine: VendorRecord): VendorActivation {
  const fingerprint = machine.required('fingerprint');
  const { platform, hostname } = { platform: machine.text('platform'), hostname: machine.text('hostname') };
  return {
    label: machine.text('name') ?? hostname ?? fingerprint,
    device_id: fingerprint,
    meta: scalarsOf({ platform, hostname }),
  };
}
