import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs the tests with PHP 7.4, the oldest that the library supports and that Debian no longer has, in WebAssembly:
 * `npm install --prefix <folder> @php-wasm/universal @php-wasm/node-7-4 && node oldest-php.mjs <folder>`. It has no `sodium` and no network: signatures are
 * those of a stand-in, and `CurlTransport` and the driver are parsed only.
 */
const [folder] = process.argv.slice(2);
const { resolve: find } = createRequire(join(resolve(folder), 'package.json'));
const load = (name) => import(pathToFileURL(find(name)).href);
const { PHP, loadPHPRuntime } = await load('@php-wasm/universal');
const { getPHPLoaderModule } = await load('@php-wasm/node-7-4');

const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
for (const part of ['src', 'tests', 'conformance']) {
  php.mkdir(`/client/${part}`);
  const from = join(import.meta.dirname, '..', part);
  for (const file of readdirSync(from)) php.writeFile(`/client/${part}/${file}`, readFileSync(join(from, file)));
}
const code = `<?php
  error_reporting(E_ALL);
  foreach (glob('/client/*/*.php') as $file) token_get_all(file_get_contents($file), TOKEN_PARSE);
  require '/client/tests/sodium-stand-in.php';
  echo 'PHP ', PHP_VERSION, ': ';
  require '/client/tests/run.php';`;
const { text, exitCode } = await php.run({ code }).catch(({ response }) => response);
process.stdout.write(text);
process.exit(exitCode);
