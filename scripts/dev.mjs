import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import './compile.mjs';
import '../apps/web/build.mjs';

/** `node --watch-path=… scripts/dev.mjs <built program> [arguments]`: every restart compiles changed sources, then runs the program. */
const program = resolve(process.argv[2]);
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
