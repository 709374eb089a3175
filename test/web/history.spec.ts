import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contexts } from '../../apps/contexts.ts';
import { sentencesOf, type ToldChange } from '../../apps/web/console/history/sentences.ts';
import { historyDe } from '../../apps/web/console/history/words.de.ts';
import { type HistoryWords, historyEn } from '../../apps/web/console/history/words.en.ts';
import { formatsOf } from '../../apps/web/i18n/formats.ts';
import { auditedProperties } from '../../libs/engine/src/persistence/audited.ts';
import { ROOT } from '../support/processes.ts';
import { NOTED_FIELDS } from '../support/noted-fields.ts';

type Language = readonly [name: string, words: HistoryWords, locale: string];
const LANGUAGES: readonly Language[] = [
  ['en', historyEn, 'en-GB'],
  ['de', historyDe, 'de-DE'],
];
const ID = '0a6d7f0e-9c1b-4a55-8d6e-1f2a3b4c5d6e';

/** The mappings are declared when the contexts are loaded. */
const audited = contexts.length > 0 ? auditedProperties() : [];
const mapped = new Map(audited.map(({ type, fields }) => [type, fields.map(({ name }) => name)]));
const changed = Object.fromEntries(
  Object.entries(NOTED_FIELDS).map(([type, noted]) => [type, [...noted, ...(mapped.get(type) ?? [])]]),
);

/** The fields for which a language has no sentence. */
const untold = ({ history }: HistoryWords, fieldsOf: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(fieldsOf).flatMap(([type, fields]) => {
    const known = (history.fields as Readonly<Record<string, object>>)[type] ?? {};
    return fields.filter((field) => !Object.hasOwn(known, field)).map((field) => `${type}.${field}`);
  });

const told = (change: ToldChange, [, { history: words }, locale]: Language, who = 'Ada'): string[] =>
  sentencesOf(change, who, { words, formats: formatsOf(locale, 'UTC'), currency: 'eur' });

describe.each(LANGUAGES)('in %s', (...language) => {
  const [, words] = language;

  test('every field that the audit log can have of what a history is about has a sentence; a planted one has none', () => {
    expect(Object.keys(words.history.fields).length).toBeGreaterThan(7);
    expect(untold(words, changed)).toEqual([]);
    expect(untold(words, { ...changed, order: [...changed['order']!, 'planted'] })).toEqual(['order.planted']);
  });

  test('what belongs to customers is told in their timeline', () => {
    const ofCustomers = audited.filter(({ fields }) => fields.some(({ name }) => name === 'customer_id')).map(({ type }) => type);
    expect(ofCustomers).toContain('license_key');
    expect(ofCustomers.filter((type) => !Object.hasOwn(words.history.fields, type))).toEqual([]);
    expect(ofCustomers.filter((type) => !Object.hasOwn(words.history.acts, type))).toEqual([]);
  });

  test('whatever a field had and has, a sentence says who did it, without names of fields, ids or masks', () => {
    const values = [null, '', 'text', 1500, true, false, '2027-12-31T23:59:59.999Z', ID, { deep: ID }, [ID], '********'];
    for (const [type, fields] of Object.entries(words.history.fields)) {
      for (const field of Object.keys(fields)) {
        for (const [index, before] of values.entries()) {
          const change = { before, after: values[(index + 3) % values.length] };
          const sentences = told({ type, action: 'updated', changes: { [field]: change } }, language);
          expect([type, field, sentences.length]).toEqual([type, field, 1]);
          expect(sentences[0]).not.toMatch(/undefined|null|\[object|\*{8}|[a-z]_[a-z]|[0-9a-f]{8}-/);
          expect(sentences[0]).toMatch(field === 'reason' ? /./ : /Ada/);
        }
      }
    }
  });

  test('every reason for which an application can be refused has words', () => {
    // A sign-in is refused before there is a license key, whose history would tell it.
    const files = globSync('libs/licensing/src/domain/**/*.ts', { cwd: ROOT }).filter(
      (path) => !path.endsWith('.spec.ts') && !path.includes('/sign-ins/'),
    );
    const sources = files.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const codes = [...sources.matchAll(/(?:super\(|code = |codeOf\()'([A-Z_]{4,})'/g)].map(([, code]) => code!);
    expect(codes.length).toBeGreaterThan(15);
    const unexplained = [...new Set([...codes, 'REVOKED', 'DISABLED'])].filter((code) => !(code in words.history.reasons));
    expect(unexplained).toEqual([]);
  });
});

const key = (changes: NonNullable<ToldChange['changes']>, action: ToldChange['action'] = 'updated'): ToldChange => ({
  type: 'license_key',
  action,
  changes,
});

test.each<[ToldChange, string[], string[]]>([
  [key({}, 'created'), ['Ada issued the key'], ['Ada hat den Schlüssel ausgestellt']],
  [
    key({ expires_at: { before: '2026-12-31T12:00:00.000Z', after: '2027-12-31T12:00:00.000Z' } }),
    ['Ada extended it from 31 Dec 2026 to 31 Dec 2027'],
    ['Ada hat ihn von 31. Dez. 2026 auf 31. Dez. 2027 verlängert'],
  ],
  [
    key({ expires_at: { before: null, after: '2027-12-31T12:00:00.000Z' }, set_by_hand: { before: [], after: ['expiresAt'] } }),
    ['Ada changed its end from never to 31 Dec 2027'],
    ['Ada hat das Ende von nie auf 31. Dez. 2027 geändert'],
  ],
  [
    key({ status: { before: 'granted', after: 'disabled' }, limit_activations: { before: 3, after: null } }),
    ['Ada disabled the key', 'Ada changed the device limit from 3 to no devices'],
    ['Ada hat den Schlüssel gesperrt', 'Ada hat die Gerätegrenze von 3 auf keine Geräte geändert'],
  ],
  [
    key({ mail: { before: null, after: 'key' } }, 'performed'),
    ['Ada sent the key to the customer by mail'],
    ['Ada hat dem Kunden den Schlüssel gemailt'],
  ],
  [
    { type: 'member', action: 'updated', changes: { role: { before: 'member', after: 'owner' } } },
    ['Ada changed the role from member to owner'],
    ['Ada hat die Rolle von Mitglied auf Inhaber geändert'],
  ],
  [
    { type: 'customer', action: 'updated', changes: { name: { before: 'Grace', after: null } } },
    ['Ada removed the name, which was “Grace”'],
    ['Ada hat den Namen entfernt, zuvor „Grace“'],
  ],
  [
    { type: 'order', action: 'updated', changes: { amount: { before: 1050, after: 2000 } } },
    ['Ada changed the amount from €10.50 to €20.00'],
    ['Ada hat den Betrag von 10,50 € auf 20,00 € geändert'],
  ],
  [{ type: 'order', action: 'updated', changes: null }, ['Ada changed the order'], ['Ada hat die Bestellung geändert']],
])('%j is told in both languages', (change, english, german) => {
  expect(LANGUAGES.map((language) => told(change, language))).toEqual([english, german]);
});
