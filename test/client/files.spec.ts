import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { CommandBus } from '@nestjs/cqrs';
import type { Polar } from '@polar-sh/sdk/2026-04';
import { SyncPurchaseGrants } from '#entitlements';
import { callAs } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { pathOf, PIXEL, seedFile } from '../support/seed-file.ts';
import { seedProduct } from '../support/seed-product.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { collect, errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
let polar: Polar;
beforeAll(async () => {
  service = await listen();
});
beforeEach(async () => {
  seller = await seedOrganization(service.api);
  polar = service.polar(seller.oat);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

const checksum = createHash('sha256').update(PIXEL).digest('base64');
const announce = (name = 'pixel.png') =>
  polar.files.create({
    service: 'product_media',
    name,
    mime_type: 'image/png',
    size: PIXEL.length,
    checksum_sha256_base64: checksum,
    upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: PIXEL.length, checksum_sha256_base64: checksum }] },
  });

async function upload(name?: string) {
  const file = await announce(name);
  const parts = await Promise.all(
    file.upload.parts.map(async ({ number, url, headers, checksum_sha256_base64 = null }) => {
      const { pathname, search } = new URL(url);
      const answer = await callAs(service.api)('PUT', pathname + search, PIXEL, headers);
      return { number, checksum_etag: String(answer.headers['etag']), checksum_sha256_base64 };
    }),
  );
  return polar.files.uploaded(file.id, { id: file.upload.id, path: file.upload.path, parts });
}

test('an image is uploaded, attached to a product, renamed and deleted', async () => {
  const file = await upload();
  expect(file).toMatchObject({ service: 'product_media', is_uploaded: true, checksum_sha256_base64: checksum });
  const product = await polar.products.create({
    name: 'Acme Pro',
    prices: [{ amount_type: 'free' } as never],
    medias: [file.id],
  });
  expect(product.medias).toEqual([file]);
  expect(await polar.files.update(file.id, { name: 'logo.png' })).toEqual({ ...file, name: 'logo.png' });
  expect(await polar.files.delete(file.id)).toBeUndefined();
  expect((await polar.products.get(product.id)).medias).toEqual([]);
});

test('files are listed in pages', async () => {
  const [first, second] = [await upload('a.png'), await upload('b.png')];
  const all = await collect(polar.files.iterList({ organization_id: seller.organization.id, limit: 1 }));
  expect(all).toEqual([second, first]);
  expect((await polar.files.list({ ids: [first.id] })).items).toEqual([first]);
});

test('a customer downloads the files of a benefit, and the seller sees how often', async () => {
  const { id: organizationId } = seller.organization;
  const { id } = await seedFile(callAs(service.api, seller.oat), { service: 'downloadable', mime_type: 'application/zip' });
  const properties = { files: [id] };
  const benefit = await polar.benefits.create({ type: 'downloadables', description: 'The app', properties });
  expect(benefit.properties).toEqual({ archived: {}, files: [id] });
  const { id: product_id } = await seedProduct(service.api, organizationId, { benefits: [benefit.id] });
  const { id: customer_id } = await seedCustomer(service.api, organizationId);
  const order = await service.post('/v1/orders/', { customer_id, product_id }, { accessToken: seller.oat });
  const { id: orderId } = order as { id: string };
  await service.api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId, orderId }));

  const { token } = await openSession(service.api, seller, customer_id);
  const { downloadables } = service.polar(token).customerPortal;
  const [item, ...others] = await collect(downloadables.iterList({ benefit_id: [benefit.id], limit: 1 }));
  expect(others).toEqual([]);
  expect(item).toMatchObject({ benefit_id: benefit.id, file: { id, service: 'downloadable', size: PIXEL.length } });
  const answer = await service.api.app.inject({ url: pathOf(item!.file.download.url), headers: { range: 'bytes=0-9' } });
  expect([answer.statusCode, answer.rawPayload]).toEqual([206, PIXEL.subarray(0, 10)]);
  expect((await polar.benefits.files(benefit.id)).items).toMatchObject([{ id, downloads: 1, downloaders: 1 }]);
});

test('errors raise the client’s error classes', async () => {
  const { id, upload: announced } = await announce();
  const early = polar.files.uploaded(id, {
    ...announced,
    parts: [{ number: 1, checksum_etag: 'x', checksum_sha256_base64: null }],
  });
  expect(await refusal(early)).toBeInstanceOf(errors.HTTPValidationError);
  const stranger = service.polar((await seedOrganization(service.api)).oat);
  expect(await refusal(stranger.files.delete(id))).toBeInstanceOf(errors.ResourceNotFound);
  const finance = service.polar(await seller.tokenAs('finance'));
  expect(await refusal(finance.files.update(id, { name: 'x' }))).toBeInstanceOf(errors.NotPermitted);
});

test('an early error response to a part does not break the connection', async () => {
  const { port } = service.api.app.getHttpServer().address() as AddressInfo;
  const { url } = (await announce()).upload.parts[0]!;
  const { pathname, search } = new URL(url);
  const put = async (query: string, size: number) => {
    const body = Buffer.alloc(size);
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${query}`, { method: 'PUT', body });
    return [answer.status, (await answer.text()).length > 0];
  };
  const MIB = 1024 * 1024;
  for (let times = 0; times < 3; times++) {
    expect(await put(search, 8 * MIB)).toEqual([422, true]);
    expect(await put(`${search}x`, 8 * MIB)).toEqual([403, true]);
  }
});
