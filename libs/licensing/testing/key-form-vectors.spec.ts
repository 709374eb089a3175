import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { formattedForm, normalForm, plainForm } from '#support/texts';

interface Vector {
  readonly what: string;
  readonly given: string;
  readonly plain: string;
  readonly formatted: string;
  readonly normal: string;
}

const { forms } = JSON.parse(readFileSync(new URL('../../../docs/licensing/key-form-vectors.json', import.meta.url), 'utf8')) as {
  readonly forms: Vector[];
};

test.each(forms)('$what', ({ given, plain, formatted, normal }) => {
  expect([plainForm(given), formattedForm(given), normalForm(given)]).toEqual([plain, formatted, normal]);
});

test('a form is its own form, and the formatted one is that of the plain one', () => {
  const pasted = fc.string({
    unit: fc.oneof(
      fc.constantFrom(' ', '\u00a0', '\u200b', '\ufeff', '\u2011', '"', '\n', 'ß'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(pasted, (text) => {
      for (const form of [plainForm, formattedForm, normalForm]) expect(form(form(text))).toBe(form(text));
      expect(formattedForm(plainForm(text))).toBe(formattedForm(text));
    }),
  );
});
