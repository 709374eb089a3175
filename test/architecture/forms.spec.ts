import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

interface Page {
  readonly file: string;
  readonly text: string;
}

const KIT = 'apps/web/ui/form.tsx';
const FIELD = /<(?:TextInput|ComboInput|DayInput|SelectInput)\b/;
const SEND = /\bapi\.(?:POST|PUT|PATCH|DELETE)\(/;
const FORM = /<(?:ApiForm|ConfirmDialog)\b/;
/** Selections that change what they show as soon as something is chosen. */
const AT_ONCE = new Set([
  'apps/web/console/settings/mail-previews.tsx',
  'apps/web/console/settings/members.tsx',
  'apps/web/portal/members.tsx',
]);

const isOneThing = ({ text }: Page): boolean => /<ApiForm\b/.test(text) && !/<Dialog\b/.test(text);

/** What is wrong with pages that take input in another way than by the form of `apps/web/ui`, with all that it does. */
const violationsIn = (pages: readonly Page[]): string[] =>
  pages.flatMap((page) => {
    const { file, text } = page;
    const found = [
      /<form\b|\bimport \{[^}]*\bForm\b[^}]*\} from 'react-aria-components'/.test(text) &&
        file !== KIT &&
        'has a form of its own',
      FIELD.test(text) && SEND.test(text) && !FORM.test(text) && !AT_ONCE.has(file) && 'sends fields without a form',
      isOneThing(page) &&
        /navigate\(\{ to: '[^']*\$id'(?![^}]*\}, replace: true)/.test(text) &&
        'stays in the history when it is done',
    ];
    return found.flatMap((each) => (each ? [`${file} ${each}`] : []));
  });

test('everything that people enter is sent by the form of the pages', () => {
  const pages = globSync('apps/web/**/*.tsx', { cwd: ROOT }).map((file) => ({
    file,
    text: readFileSync(join(ROOT, file), 'utf8'),
  }));
  expect(violationsIn(pages)).toEqual([]);
});

test('another form, fields that a button sends, and a form to which back leads are found', () => {
  const planted = [
    { file: 'a.tsx', text: '<form onSubmit={send}><TextInput name="email" /></form>' },
    {
      file: 'b.tsx',
      text: 'const send = () => api.POST("/v1/members/", { body }); <><TextInput name="email" /><Button onPress={send} /></>',
    },
    { file: 'c.tsx', text: "<ApiForm onSubmit={create} />; await navigate({ to: '/$slug/members/$id', params: { slug, id } });" },
  ];
  expect(violationsIn(planted)).toEqual([
    'a.tsx has a form of its own',
    'b.tsx sends fields without a form',
    'c.tsx stays in the history when it is done',
  ]);
});
