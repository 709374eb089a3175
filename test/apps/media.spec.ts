import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config } from '#platform/config';
import { assertMediaStore, withClient } from '../../apps/start-checks.ts';
import { apiOn, SECRET_KEY, startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { hasS3Server, S3Server } from '../support/s3-server.ts';
import { PIXEL, pathOf, seedFile, sha256 } from '../support/seed-file.ts';
import { seedOrganization } from '../support/seed.ts';

(hasS3Server ? describe : describe.skip)('latchkey media move', () => {
  test('copies files while the service runs, again what was missing, and says when the folder may go', async () => {
    await using resources = new AsyncDisposableStack();
    const server = resources.use(await S3Server.start());
    const api = await startApi();
    resources.defer(() => api.close());
    const seller = await seedOrganization(api);
    const call = callAs(api, seller.oat);
    const [first, second] = [await seedFile(call), await seedFile(call)];
    const [settings, folder] = [server.settings, join(api.dataFolder, 'media')];
    const env = { LATCHKEY_DATA: api.dataFolder, DATABASE_URL: api.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') };
    const move = async (more: object = settings) => {
      const { exitCode, out, err } = await latchkey(['media', 'move', '--json'], { ...env, ...more });
      return exitCode === 0 ? (JSON.parse(out) as object) : `${exitCode}: ${err}`;
    };
    const keyOf = ({ id }: { readonly id: string }) => `${id.slice(0, 2)}/${id}/${sha256(PIXEL, 'hex')}`;
    const pathIn = (file: { readonly id: string }) => join(folder, keyOf(file));

    const start = (more: object) =>
      withClient(api.databaseUrl, (client) => assertMediaStore(client, Config.from({ ...env, ...more })));
    await start({});

    expect(await move({})).toMatch(/^1: MEDIA_S3_BUCKET must be set/);
    await server.crash();
    expect(await move()).toMatch(/^1: The bucket files of MEDIA_S3_BUCKET fails.* Run the command again/);
    await server.run();

    // A file that was changed on the disk is not taken for the one that was uploaded.
    writeFileSync(pathIn(second), 'other bytes');
    expect(await move()).toMatch(`1: The file ${second.id} was not copied: its content is not the one that was uploaded.`);
    expect(server.keys()).toEqual([keyOf(first)]);
    writeFileSync(pathIn(second), PIXEL);
    expect(await move()).toEqual({ copied: 1, stored: 2, folder_may_be_deleted: false });

    // Started with the bucket, the service still finds what was uploaded to the folder meanwhile.
    const third = await seedFile(call);
    await start(settings);
    await expect(start({})).rejects.toThrow(`The uploaded files of this database are not in the folder ${folder}`);
    const moved = await apiOn(api.databaseUrl, { ...settings, LATCHKEY_DATA: api.dataFolder });
    resources.defer(() => moved.close());
    const shown = async (file: { public_url: string }, { app } = moved) => (await app.inject(pathOf(file.public_url))).statusCode;
    expect([await shown(first), await shown(third)]).toEqual([200, 200]);
    const found = async (more: object = settings) => {
      const { out } = await latchkey(['doctor', '--json'], { ...env, ...more });
      return (JSON.parse(out) as { findings: { check: string }[] }).findings.find(({ check }) => check === 'files');
    };
    expect(await found()).toMatchObject({ state: 'warning', finding: `The folder ${folder} still has files` });

    expect(await move()).toEqual({ copied: 1, stored: 3, folder_may_be_deleted: true });
    await call('DELETE', `/v1/files/${first.id}`);
    rmSync(folder, { recursive: true });
    expect(await shown(third)).toBe(200);
    expect(await found()).toEqual({ check: 'files', state: 'ok', finding: 'in the bucket files' });
    await server.crash();
    expect(await found()).toMatchObject({ state: 'problem', finding: expect.stringContaining('MEDIA_S3_BUCKET fails') });
  });
});
