import { deepStrictEqual, equal, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application, Opening } from '../application.ts';
import { Drivers } from '../drivers.ts';
import type { Case, Kit } from '../kit.ts';
import { COMPANY_CERTIFICATE, startPrivateService, startProxy } from '../service/company-network.ts';

const USER = 'kim:s3cret';
const NO_PROXY_SET = { HTTPS_PROXY: '', https_proxy: '' };

/** A process that is started with these variables, and an application in it that is licensed. */
async function licensedWith(kit: Kit, variables: object, opening: Opening, run: (app: Application) => Promise<void>) {
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${String(value)}';`);
  const drivers = new Drivers({ ...kit.language, command: `${exports.join(' ')} ${kit.language.command}` });
  try {
    await run((await kit.licensed(opening, drivers)).app);
  } finally {
    await drivers.end();
  }
}

async function isUnreachable(app: Application, changes: Opening, detail: RegExp): Promise<void> {
  await app.open(changes);
  const answer = await app.ask('validate');
  matches(answer, { outcome: 'unavailable' });
  ok(detail.test(String(answer['detail'])), `${detail} is not in ${String(answer['detail'])}`);
}

/** A client trusts what the system trusts, and uses its proxy, unless it is told otherwise. */
export const COMPANY_NETWORK: Case = {
  name: 'a certificate and a proxy of a company, as options and in the environment',
  isFor: ({ lacks }) => !lacks?.includes('ca and proxy as options'),
  run: async (kit) => {
    const ca = join(kit.folder, 'company.pem');
    writeFileSync(ca, COMPANY_CERTIFICATE);
    await using secure = await startPrivateService(Number(new URL(kit.service.url).port));
    await using proxy = await startProxy(USER);
    const url = `https://${secure.host}`;
    const through = `http://${USER}@${proxy.host}`;

    await licensedWith(kit, NO_PROXY_SET, { attempts: 1 }, async (app) => {
      await isUnreachable(app, { url }, new RegExp(`^Certificate of ${secure.host} not trusted `));
      await app.open({ url, ca });
      await app.must('validate');
      deepStrictEqual(proxy.passed, []);
      await app.open({ url, ca, proxy: through });
      await app.must('validate');
      deepStrictEqual(proxy.passed, [secure.host]);
      const stranger = `http://kim:wrong@${proxy.host}`;
      await isUnreachable(app, { url, ca, proxy: stranger }, /^The proxy does not let the request pass .*407/);
      await isUnreachable(app, { url, ca, proxy: 'http://127.0.0.1:1' }, /^Connection refused by the proxy 127\.0\.0\.1:1 /);
    });

    const environment = { SSL_CERT_FILE: ca, HTTPS_PROXY: through, https_proxy: through };
    await licensedWith(kit, environment, { url, attempts: 1 }, async (app) => void (await app.must('validate')));
    ok(proxy.passed.length > 1, 'the proxy of the environment');
    const { length } = proxy.passed;
    const excepted = { ...environment, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
    await licensedWith(kit, excepted, { url, attempts: 1 }, async (app) => void (await app.must('validate')));
    equal(proxy.passed.length, length, 'not for the hosts of NO_PROXY');
  },
};
