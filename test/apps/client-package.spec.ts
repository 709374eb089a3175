import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/processes.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The output of a command; throws if it fails. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

test('the packed client library is imported by an application, with its types', () => {
  const built = join(folder, 'client');
  run('npm', ['run', 'build:client', '--', '--outDir', join(built, 'dist')], ROOT);
  copyFileSync(join(ROOT, 'packages/client/package.json'), join(built, 'package.json'));
  const packed = run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], built);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const modules = join(folder, 'node_modules');
  const target = join(modules, '@latchkey/client');
  mkdirSync(target, { recursive: true });
  run('tar', ['--extract', '--gzip', '--strip-components=1', '--file', join(folder, filename), '--directory', target], folder);
  for (const name of ['jose', '@types']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

  const program = `
    import { LicenseClient, MemoryStorage, type LicenseState } from '@latchkey/client';
    import { FileStorage } from '@latchkey/client/node';
    const rootKey = 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w';
    const organizationId = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
    const license = new LicenseClient({ url: 'https://licenses.example.com', organizationId, rootKey, storage: new MemoryStorage() });
    const state: LicenseState = await license.check();
    console.log(JSON.stringify([state, typeof FileStorage, typeof license.reservations.reserve]));
  `;
  writeFileSync(join(folder, 'app.ts'), program);
  const declarations = globSync(join(target, 'dist/**/*.d.ts'));
  expect(declarations.length).toBeGreaterThan(10);
  // Typed arrays are generic since TypeScript 5.7.
  expect(declarations.filter((file) => /\b(?:Uint8Array|ArrayBufferView|DataView)</.test(readFileSync(file, 'utf8')))).toEqual(
    [],
  );
  const options = ['--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2024', '--strict', '--types', 'node'];
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, 'app.ts'], folder);
  const [state, ...kinds] = JSON.parse(run(process.execPath, ['app.js'], folder)) as unknown[];
  expect([state, kinds]).toEqual([{ usable: false, reason: 'no_lease' }, ['function', 'function']]);
});
