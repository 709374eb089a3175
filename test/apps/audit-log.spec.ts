import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LinkAuditEntries } from '#audit';
import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
const folder = await mkdtemp(join(tmpdir(), 'latchkey-audit-log-'));
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

const verify = (...options: string[]) =>
  latchkey(['audit-log', 'verify', ...options], {
    DATABASE_URL: fixture.api.databaseUrl,
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });

test('an audit log is verified, compared with what was published of it, and found out if it was changed', async () => {
  const before = new Date(Date.now() - 3_600_000);
  await fixture.rows('update audit.chaining set since = ?, created_at = ?', before, before);
  const { id } = await fixture.customer();
  await fixture.seller('PATCH', `/v1/customers/${id}`, { name: 'Ada' });
  // Entries are linked some seconds later.
  await fixture.rows(`update platform.audit_log set created_at = created_at - interval '1 minute'`);
  await fixture.run(new LinkAuditEntries());
  const { out } = await verify('--json');
  const [organization] = JSON.parse(out).organizations;
  expect(organization).toMatchObject({
    is_true: true,
    faults: [],
    has_anchor: null,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const [anchors, others, wrong] = ['anchors', 'others', 'wrong'].map((name) => join(folder, name));
  await writeFile(anchors!, out);
  await writeFile(others!, JSON.stringify({ organizations: [{ ...organization, digest: 'ab'.repeat(32) }] }));
  await writeFile(wrong!, '{"organizations": [{"position": "1"}]}');
  expect(await verify('--anchors', anchors!)).toMatchObject({ exitCode: 0 });
  expect(await verify('--anchors', others!)).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('What was published before is not in it.'),
    err: expect.stringContaining('The audit logs of 1 organizations are not what was written.'),
  });
  expect(await verify('--anchors', wrong!)).toMatchObject({ exitCode: 1, err: expect.stringContaining('is not what `latchkey') });
  expect(await verify('--anchors', join(folder, 'none'))).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('cannot be read'),
  });
  await fixture.rows(`update platform.audit_log set operation = 'GET /v1/customers/{id}' where resource_id = ?`, id);
  expect(await verify()).toMatchObject({ exitCode: 1, out: expect.stringContaining('was changed.') });
});
