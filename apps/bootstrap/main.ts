import 'reflect-metadata';
import { run } from '#platform/process';
import { bootstrap } from './bootstrap.ts';

/** `npm run bootstrap -- …`: what has to be there before anyone has a token. */
await run(async () => {
  const [, , ...args] = process.argv;
  process.stdout.write(`${(await bootstrap(args, process.env)).trimEnd()}\n`);
});
