import { randomBytes } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { SyncPurchaseGrants } from '#entitlements';
import { apiOn, startApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { openSession } from '../support/portal.ts';
import { hasS3Server, S3Server } from '../support/s3-server.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { announceFile, completionOf, pathOf, PIXEL, seedFile, sendParts, sha256 } from '../support/seed-file.ts';
import { seedProduct } from '../support/seed-product.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const BYTES = randomBytes(5000);

(hasS3Server ? describe : describe.skip)('files in a bucket', () => {
  let server: S3Server;
  let api: Awaited<ReturnType<typeof startApi>>;
  let seller: SeededOrganization;
  let call: Call;
  beforeAll(async () => {
    server = await S3Server.start();
    api = await startApi(server.settings);
    seller = await seedOrganization(api);
    call = callAs(api, seller.oat);
  });
  afterAll(async () => {
    await api.close();
    await server[Symbol.asyncDispose]();
  });

  const fetched = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', { app } = api) =>
    app.inject({ method, url: pathOf(url), headers });

  test('a picture is sent by the service, under its own policy', async () => {
    const picture = await seedFile(call, { partSize: 30 });
    expect(server.keys()).toEqual([`${picture.id.slice(0, 2)}/${picture.id}/${sha256(PIXEL, 'hex')}`]);
    const shown = await fetched(picture.public_url);
    expect([shown.statusCode, shown.rawPayload.equals(PIXEL)]).toEqual([200, true]);
    expect(shown.headers).toMatchObject({
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^inline/),
      etag: `"${sha256(PIXEL, 'hex')}"`,
    });
    await call('DELETE', `/v1/files/${picture.id}`);
    expect([(await fetched(picture.public_url)).statusCode, server.keys()]).toEqual([404, []]);
  });

  describe('a download', () => {
    let benefit: string;
    let url: string;
    beforeAll(async () => {
      const file = await seedFile(call, { service: 'downloadable', mime_type: 'application/zip', name: 'Größe "1".zip' }, BYTES);
      const properties = { files: [file.id] };
      benefit = (await call('POST', '/v1/benefits/', { type: 'downloadables', description: 'App', properties })).body.id;
      const { id: product_id } = await seedProduct(api, seller.organization.id, { benefits: [benefit] });
      const { id: customer_id } = await seedCustomer(api, seller.organization.id);
      const { id: orderId } = (await call('POST', '/v1/orders/', { product_id, customer_id })).body;
      await api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId: seller.organization.id, orderId }));
      const { call: customers } = await openSession(api, seller, customer_id);
      url = (await customers('GET', '/v1/customer-portal/downloadables/')).body.items[0].file.download.url;
    });
    const downloads = async (): Promise<number> => (await call('GET', `/v1/benefits/${benefit}/files`)).body.items[0].downloads;

    test('leads to the bucket, with its name, and is counted once', async () => {
      const answer = await fetched(url);
      expect([answer.statusCode, answer.body]).toEqual([307, '']);
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      const location = String(answer.headers.location);
      const whole = await fetch(location);
      expect(Buffer.from(await whole.bytes()).equals(BYTES)).toBe(true);
      const disposition = `attachment; filename="Gr__e _1_.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.zip`;
      expect([whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
        'application/zip',
        disposition,
      ]);

      // It is resumed as browsers do it: the headers are sent again where the answer leads.
      const headers = { range: 'bytes=3000-', 'if-range': whole.headers.get('etag')! };
      const resumed = await fetched(url, headers);
      expect(resumed.statusCode).toBe(307);
      const rest = await fetch(String(resumed.headers.location), { headers });
      expect([rest.status, Buffer.from(await rest.bytes()).equals(BYTES.subarray(3000))]).toEqual([206, true]);
      expect(await downloads()).toBe(1);
    });

    test.each([
      ['its headers', 'HEAD', {}, 200],
      ['several ranges', 'GET', { range: 'bytes=1-2,5-6' }, 206],
      ['the rest of what the service began', 'GET', { range: 'bytes=3000-', 'if-range': `"${sha256(BYTES, 'hex')}"` }, 206],
      ['a condition that holds', 'GET', { 'if-match': `"${sha256(BYTES, 'hex')}"`, range: 'bytes=1-' }, 206],
      ['a condition that does not hold', 'GET', { 'if-match': '"x"' }, 412],
      ['what the client has', 'GET', { 'if-none-match': `"${sha256(BYTES, 'hex')}"` }, 304],
      ['a range beyond the end', 'GET', { range: 'bytes=5000-' }, 416],
    ] as const)('%s: the service answers', async (_what, method, headers: Record<string, string>, status) => {
      expect((await fetched(url, headers, method)).statusCode).toBe(status);
    });

    test('is sent by the service if customers do not reach the bucket', async () => {
      const behind = await apiOn(api.databaseUrl, { ...server.settings, MEDIA_S3_DOWNLOADS: 'proxy' });
      try {
        const whole = await fetched(url, {}, 'GET', behind);
        expect([whole.statusCode, whole.rawPayload.equals(BYTES)]).toEqual([200, true]);
        expect((await fetched(url, { range: 'bytes=10-19' }, 'GET', behind)).rawPayload.equals(BYTES.subarray(10, 20))).toBe(
          true,
        );
      } finally {
        await behind.close();
      }
    });

    test('does not lead to the bucket any more after the benefit is gone', async () => {
      await call('DELETE', `/v1/benefits/${benefit}`);
      expect((await fetched(url)).statusCode).toBe(404);
    });
  });

  test('without its server, uploads and pictures are 503 and can be repeated', async () => {
    const picture = await seedFile(call);
    const file = await announceFile(call);
    await server.crash();
    const refusals = [
      await fetched(picture.public_url),
      ...(await sendParts(call, file)).map(({ status: statusCode, headers }) => ({ statusCode, headers })),
    ];
    expect(refusals.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
      [503, '1'],
      [503, '1'],
    ]);
    await server.run();
    await sendParts(call, file);
    await server.crash();
    const complete = () => call('POST', `/v1/files/${file.id}/uploaded`, completionOf(file));
    expect((await complete()).status).toBe(503);
    const listed = async () =>
      (await call('GET', `/v1/files/?ids=${file.id}`)).body.items.map(({ is_uploaded }: { is_uploaded: boolean }) => is_uploaded);
    expect(await listed()).toEqual([]);
    await server.run();
    expect((await complete()).status).toBe(200);
    expect(await listed()).toEqual([true]);
  });
});
