import { programOf } from './compile.ts';
import { floatingPromises } from './floating-promises.ts';

/** `npm run check:types` looks for them in the whole project. */
const CODE = `
  declare const save: () => Promise<void>;
  declare const maybe: () => Promise<void> | undefined;
  declare const count: () => number;
  save();
  maybe();
  save().then(() => count());
  save().finally(() => count());
  (async () => save())();
  await save();
  void save();
  save().catch(() => undefined);
  save().then(() => count(), () => undefined);
  let saved = save();
  saved = save();
  count();
  export const all = [saved];
`;

test('a promise that is neither awaited nor handled is found', () => {
  const { program, fileOf } = programOf({ planted: CODE });
  const found = floatingPromises(fileOf('planted'), program.getTypeChecker());
  expect(found).toEqual([5, 6, 7, 8, 9].map((line) => `planted.ts:${line}`));
});
