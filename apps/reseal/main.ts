import 'reflect-metadata';
import { run } from '#platform/process';
import { reseal } from './reseal.ts';

/** `npm run reseal`: after another secret key was put in front. Safe to run twice, and beside everything else. */
await run(async () => {
  process.stdout.write(await reseal(process.env));
});
