import { join } from 'node:path';
import type { Language } from './drivers.ts';

const ROOT = join(import.meta.dirname, '../../..');
const node = `"${process.execPath}" --conditions=source --import ./scripts/typescript-loader.mjs`;
const installed = 'node_modules/@latchkey/client';
const python = 'packages/clients/python/.venv/bin/python';
const java = 'packages/clients/java/target';
/** Programs that live for seconds are compiled no further than they need. */
const jvm = 'java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** The clients of this repository, and how their drivers are started. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'typescript',
    command: `exec ${node} packages/client/conformance/driver.ts`,
    cwd: ROOT,
    firstBlock: {
      readme: join(ROOT, 'packages/client/README.md'),
      file: 'application.mts',
      prepare: `npm run -s build:client --prefix "${ROOT}" -- --outDir "$PWD/${installed}/dist" && cp "${ROOT}/packages/client/package.json" ${installed}`,
      run: `"${process.execPath}" application.mts`,
    },
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
  },
  {
    name: 'java',
    command: `exec ${jvm} -cp '${java}/classes:${java}/test-classes:${java}/lib/*' dev.latchkey.client.ConformanceDriver`,
    cwd: ROOT,
    needs: join(ROOT, java, 'test-classes'),
    firstBlock: {
      readme: join(ROOT, 'packages/clients/java/README.md'),
      file: 'Application.java',
      run: `${jvm} -cp '${join(ROOT, java)}/classes:${join(ROOT, java)}/lib/*' Application.java`,
    },
  },
];
