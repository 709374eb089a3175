import { join } from 'node:path';
import type { Language } from './language.ts';

const ROOT = join(import.meta.dirname, '../../..');
const node = `"${process.execPath}" --conditions=source --import ./scripts/typescript-loader.mjs`;
const installed = 'node_modules/@latchkey/client';
const python = 'packages/clients/python/.venv/bin/python';
/** A test binary: vectors ask what the module does not export. */
const go = 'packages/clients/go/dist/driver';
const module = 'github.com/latchkey/latchkey/packages/clients/go';
const rust = 'packages/clients/rust/target/debug';
const java = 'packages/clients/java/target';
/** Programs that live for seconds are compiled no further than they need. */
export const JVM = 'java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** These use the proxy and the certificates that their runtime has been told. */
const NETWORK_OF_RUNTIME = ['ca and proxy as options'] as const;

/** The clients of this repository, and how their drivers are started. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'typescript',
    lacks: NETWORK_OF_RUNTIME,
    command: `exec ${node} packages/client/conformance/driver.ts`,
    cwd: ROOT,
    firstBlock: {
      readme: join(ROOT, 'packages/client/README.md'),
      file: 'application.mts',
      prepare: `npm run -s build:client --prefix "${ROOT}" -- --outDir "$PWD/${installed}/dist" && cp "${ROOT}/packages/client/package.json" ${installed}`,
      run: `"${process.execPath}" application.mts`,
    },
    sample: `${node} packages/client/example/main.ts`,
  },
  {
    name: 'python',
    command: `exec ${python} packages/clients/python/conformance/driver.py`,
    cwd: ROOT,
    needs: join(ROOT, python),
    firstBlock: {
      readme: join(ROOT, 'packages/clients/python/README.md'),
      file: 'application.py',
      run: `"${join(ROOT, python)}" application.py`,
    },
    sample: `${python} packages/clients/python/example/main.py`,
  },
  {
    name: 'go',
    lacks: NETWORK_OF_RUNTIME,
    command: `LATCHKEY_TEST=driver exec ${go}`,
    cwd: ROOT,
    needs: join(ROOT, go),
    firstBlock: {
      readme: join(ROOT, 'packages/clients/go/README.md'),
      file: 'main.go',
      prepare: `go mod init flight-notes && go mod edit -require=${module}@v0.0.0 -replace=${module}="${ROOT}/packages/clients/go" && go build -o application`,
      run: './application',
    },
    sample: 'packages/clients/go/dist/example',
  },
  {
    name: 'rust',
    command: `exec ${rust}/examples/conformance`,
    cwd: ROOT,
    needs: join(ROOT, rust, 'examples/conformance'),
    firstBlock: {
      readme: join(ROOT, 'packages/clients/rust/README.md'),
      file: 'application.rs',
      prepare: `rustc --edition 2024 --extern latchkey="${ROOT}/${rust}/liblatchkey.rlib" -L "dependency=${ROOT}/${rust}/deps" application.rs`,
      run: './application',
    },
    sample: `${rust}/examples/flight_notes`,
  },
  {
    name: 'java',
    lacks: NETWORK_OF_RUNTIME,
    command: `exec ${JVM} -cp '${java}/classes:${java}/test-classes:${java}/lib/*' dev.latchkey.client.ConformanceDriver`,
    cwd: ROOT,
    needs: join(ROOT, java, 'test-classes'),
    firstBlock: {
      readme: join(ROOT, 'packages/clients/java/README.md'),
      file: 'Application.java',
      run: `${JVM} -cp '${join(ROOT, java)}/classes:${join(ROOT, java)}/lib/*' Application.java`,
    },
    sample: `${JVM} -cp '${java}/classes:${java}/lib/*' packages/clients/java/example/FlightNotes.java`,
  },
  {
    name: 'php',
    command: 'exec php packages/clients/php/conformance/driver.php',
    cwd: ROOT,
    without: {
      'it is for servers, which have a network': [
        'lease',
        'use',
        'units_left',
        'check_status',
        'refresh',
        'keep_fresh',
        'offline_request',
        'import_lease',
        'offline_deactivate',
        'last_deactivation',
        'vector lease',
        'vector lease_file',
        'vector status_list',
      ],
      'a page that a server makes ends at once': ['heartbeat', 'keep_checked_out', 'activate manage', 'reactivate manage'],
      'a site is no machine that could be described': ['open device', 'vector device', 'trial'],
      'options of a platform have no lock': ['count'],
      'a plugin meters at most what `validate` counts': ['reserve', 'commit', 'release'],
    },
    firstBlock: {
      readme: join(ROOT, 'packages/clients/php/README.md'),
      file: 'application.php',
      prepare: `mkdir -p vendor && cp "${ROOT}/packages/clients/php/src/"*.php vendor`,
      run: 'php application.php',
    },
  },
];
