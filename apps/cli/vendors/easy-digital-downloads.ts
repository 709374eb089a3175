import { siteOf, vendorMetadata } from '#support/vendors';
import { productName, ReadingBuilder, type VendorKey, type VendorReader } from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

const sourceOf = (record: VendorRecord): string => `license ${record.text('license_id') ?? '?'}`;

/** The export of license keys of Software Licensing (CSV). */
export const readEasyDigitalDownloads: VendorReader = (records, { productFor }) => {
  const reading = new ReadingBuilder();
  reading.each(records, sourceOf, (license) => {
    const source = sourceOf(license);
    reading.note('The export has no amounts: purchases are imported with 0.', source);
    const line = {
      type: 'order',
      external_id: license.required('license_id'),
      external_source: 'easy_digital_downloads',
      product: productFor(productName(license.required('product_name'), priceOf(license))),
      customer: { email: license.required('customer_email'), name: license.text('customer_name') },
      purchased_at: license.time('purchase_date'),
      amount: 0,
    } as const;
    reading.purchase(source, line, [keyOf(license, reading)]);
  });
  return reading.result();
};

const priceOf = (license: VendorRecord): string | undefined => {
  const price = license.text('price_id');
  return price === undefined || price === '0' ? undefined : price;
};

function keyOf(license: VendorRecord, reading: ReadingBuilder): VendorKey {
  const urls = (license.text('activated_urls') ?? '').split(',');
  const sites = [...new Set(urls.map(siteOf))].filter((site) => site !== '');
  if ((license.integer('activation_count') ?? 0) > sites.length)
    reading.note('Has activations without a site: they are activated anew.', sourceOf(license));
  return {
    key: license.required('license_key'),
    limit_activations: license.activationLimit('activation_limit'),
    expires_at: license.time('expiration_date') ?? null,
    status: license.text('license_status')?.toLowerCase() === 'disabled' ? 'disabled' : 'granted',
    metadata: vendorMetadata('easy-digital-downloads', {
      item_id: license.text('product_id', 'download_id', 'item_id'),
      item_name: license.text('product_name'),
      payment_id: license.text('payment_id'),
      price_id: license.text('price_id'),
    }),
    // Plugins present the site as `url`.
    activations: sites.map((site) => ({ label: site, device_id: site })),
  };
}
