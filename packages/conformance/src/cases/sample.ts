import { deepStrictEqual, match } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../kit.ts';
import { runCommand } from '../run-command.ts';
import { ISSUER, SIGNERS } from '../service/signing.ts';

/** The commands of a customer, each a process of its own. */
export const SAMPLE: Case = {
  name: 'the sample application works on a plane',
  isFor: ({ sample }) => sample !== undefined,
  run: async (kit) => {
    const { sample, cwd } = kit.language;
    const key = kit.service.issue();
    const built = { url: kit.service.url, issuer: ISSUER, organizationId: kit.organizationId, rootKey: SIGNERS.root.jwk.x };
    mkdirSync(join(kit.folder, 'demo-app'));
    writeFileSync(
      join(kit.folder, 'demo-app/build.json'),
      JSON.stringify({ ...built, licenseKey: { id: key.id, key: key.key } }),
    );
    const env = { ...process.env, LATCHKEY_DATA: kit.folder };
    const said = async (command: string): Promise<string> => {
      const ended = await runCommand(`${sample} ${command}`, cwd, env);
      return `${ended.code} ${ended.said}${ended.errors}`.trimEnd();
    };

    deepStrictEqual(await said('status'), '1 Not activated.');
    match(await said('activate'), /^0 Activated\. Licensed, also without a network until \S+ \S+\.$/);
    kit.offline();
    match(await said('work'), /^0 A page is written\. Licensed, .* The service cannot be reached\.$/);
    match(await said('status'), /^0 Licensed, also without a network until /);
    kit.online();
    deepStrictEqual(await said('deactivate'), '0 Deactivated.');
    deepStrictEqual(key.activations, []);
    match(await said('work'), /^1 Nothing is written\. Not activated\.$/);
  },
};
