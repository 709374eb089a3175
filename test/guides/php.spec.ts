import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Reply } from '../../packages/conformance/src/service/exchange.ts';
import { ORGANIZATION } from '../../packages/conformance/src/service/license-key.ts';
import { ScriptedService } from '../../packages/conformance/src/service/scripted-service.ts';
import { ISSUER, SIGNERS } from '../../packages/conformance/src/service/signing.ts';
import { blocksOf } from '../support/code-blocks.ts';

const run = promisify(execFile);
const WORDPRESS = join(import.meta.dirname, 'wordpress.php');
const LIBRARY = join(import.meta.dirname, '../../packages/clients/php/src');
const hasPhp = await run('php', ['--version']).then(
  () => true,
  () => false,
);
if (!hasPhp) process.stderr.write('Left out: the guide for PHP (there is no php).\n');

/** The plugin of the page on sites of a customer, with the clock of the service. */
class Sites implements AsyncDisposable {
  private readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-php-'));

  private constructor(readonly service: ScriptedService) {
    const [plugin] = blocksOf('docs/licensing/php.md');
    const code = plugin!.code
      .replace('https://licenses.example.com', service.url)
      .replace(/'[^']+'(?=, \/\/ the organization)/, `'${ORGANIZATION}'`)
      .replace(/'[^']+'(?=, \/\/ its root key)/, `'${SIGNERS.root.jwk.x}'`)
      .replace("['transport'", `['issuer' => '${ISSUER}', 'now' => fn () => (int) getenv('NOW'), 'attempts' => 1, 'transport'`);
    writeFileSync(join(this.folder, 'plugin.php'), code);
    symlinkSync(LIBRARY, join(this.folder, 'latchkey'));
  }

  static async open(): Promise<Sites> {
    return new Sites(await ScriptedService.start(1_780_315_200));
  }

  /** What a function or an action of the plugin returns. */
  async call(name: string, args: readonly string[] = [], home = 'https://www.example.com'): Promise<unknown> {
    const env = { ...process.env, NOW: String(this.service.state.now) };
    const { stdout } = await run('php', [WORDPRESS, this.folder, home, name, ...args], { env });
    return JSON.parse(stdout);
  }

  /** What the job of the plugin leaves pages to see, half a day later. */
  async isLicensedLater(): Promise<unknown> {
    this.service.state.now += 12 * 3600;
    await this.call('flight_notes_refresh');
    return this.call('flight_notes_is_licensed');
  }

  /** The plugin is removed with what it stored. */
  uninstall(): void {
    rmSync(join(this.folder, 'options.json'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    rmSync(this.folder, { recursive: true });
  }
}

const page = (status: number, text: string, headers = {}): Reply => ({ status, text, headers });

/** What a site gets that is no answer of the service. */
const IN_BETWEEN: readonly (Reply | 'lost')[] = [
  'lost',
  page(403, '<h1>Blocked by your firewall</h1>', { 'content-type': 'text/html' }),
  page(404, '{"detail": "Blocked"}', { 'content-type': 'application/json' }),
  page(403, '{"error": "Forbidden", "detail": "Blocked", "code": "REVOKED"}'),
  page(403, '[]'),
  page(200, '<h1>Welcome</h1>'),
  page(200, '{"status": "granted"}'),
  page(302, '', { location: 'http://127.0.0.1:1/' }),
  page(503, '{"error": "ServiceUnavailable", "detail": "Later"}'),
];

(hasPhp ? describe : describe.skip)('the plugin in PHP', () => {
  test('has one place, also after it was reinstalled, and gives it back', async () => {
    await using sites = await Sites.open();
    const key = sites.service.issue({ limitActivations: 1 });
    expect(await sites.call('flight_notes_activate', [key.key])).toBeNull();
    expect(await sites.call('flight_notes_is_licensed')).toBe(true);
    sites.uninstall();
    expect(await sites.call('flight_notes_activate', [key.key], 'http://EXAMPLE.com/')).toBeNull();
    expect(key.activations).toHaveLength(1);
    expect(await sites.call('flight_notes_activate', [key.key], 'https://other.example.com')).toMatch(/ACTIVATION_LIMIT_REACHED/);
    sites.service.network = () => 'lost';
    expect(await sites.call('flight_notes_give_back')).toBe(false);
    sites.service.network = (_received, answer) => answer();
    expect(await sites.call('flight_notes_give_back')).toBe(true);
    expect(key.activations).toEqual([]);
  });

  test('only an answer of the service ends a license', async () => {
    await using sites = await Sites.open();
    const key = sites.service.issue();
    await sites.call('flight_notes_activate', [key.key]);
    for (const reply of IN_BETWEEN) {
      sites.service.network = () => reply;
      expect([reply, await sites.isLicensedLater()]).toEqual([reply, true]);
      expect(await sites.call('flight_notes_activate', ['ANOTHER'])).toMatch(/cannot be reached/);
    }
    sites.service.network = (_received, answer) => answer();
    key.status = 'revoked';
    expect(await sites.isLicensedLater()).toBe(false);
    key.status = 'granted';
    expect(await sites.isLicensedLater()).toBe(true);
  });
});
