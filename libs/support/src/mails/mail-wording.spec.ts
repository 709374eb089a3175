import { type MailValues, problemOf, worded } from './mail-wording.ts';

const VALUES: MailValues = {
  product: 'Editor Pro',
  expires_on: null,
  key: { code: 'KEY-1', caption: 'Editor' },
  first_steps: { text: 'Install it:\n1. Unpack\n \n\n2. {{key}}' },
  portal_link: { link: 'https://portal.example.com', label: 'Open' },
};
const BODY = 'Hello,\n\n{{key}}';

const problem = (subject: string, body: string) => problemOf({ subject, body }, VALUES, ['key']);

test('known placeholders are accepted, with spaces or without', () => {
  expect(problem('Your {{product}}', 'For {{ product }} until {{expires_on}}:\n\n{{key}}')).toBeNull();
});

test.each([
  ['an unknown placeholder', 'Your {{prodct}}', BODY, 'subject', 'Known are {{product}}, {{expires_on}}.'],
  ['an unknown placeholder in the body', 'Hi', '{{key}} {{constructor}}', 'body', '{{constructor}} is not known here'],
  ['one that is inherited by all objects', 'Hi', '{{key}} {{__proto__}}', 'body', '{{__proto__}} is not known here'],
  ['a key in the subject', 'Your {{key}}', BODY, 'subject', '{{key}} is not known here'],
  ['a long text in the subject', '{{first_steps}}', BODY, 'subject', '{{first_steps}} is not known here'],
  ['a line break in the subject', 'Hi\r\nBcc: eve@example.com', BODY, 'subject', 'line break'],
  ['a line separator in the subject', 'Hi\u2028Bcc: eve@example.com', BODY, 'subject', 'line break'],
  ['a carriage return in the body', 'Hi', 'a\r\n.\r\n{{key}}', 'body', 'control character'],
  ['a null byte', 'Hi', '\u0000{{key}}', 'body', 'control character'],
  ['an open placeholder', 'Hi', '{{key}} {{product', 'body', 'belong to no placeholder'],
  ['a placeholder in a placeholder', 'Hi', '{{key}} {{{{product}}}}', 'body', 'belong to no placeholder'],
  ['an expression', 'Hi', '{{key}} {{#if product}}', 'body', '{{#if product}} is not known here'],
  ['an empty subject', '  ', BODY, 'subject', 'empty'],
  ['a body without what it is sent for', 'Hi', 'Hello', 'body', '{{key}} is missing'],
])('%s is refused', (_what, subject, body, field, message) => {
  expect(problem(subject, body)).toEqual({ field, problem: expect.stringContaining(message) });
});

test('paragraphs become parts, a code by itself is one, and what has nothing to say is left out', () => {
  const body =
    'Hello,\nthis is {{product}}.\n \n\n{{key}}\n\nValid until {{expires_on}}.\n\nCopy {{key}} or open {{portal_link}}\n\n{{ portal_link }}\n\n{{first_steps}}\n\nFirst {{first_steps}}';
  expect(worded({ subject: ' {{product}} ', body }, VALUES)).toEqual({
    subject: 'Editor Pro',
    parts: [
      'Hello,\nthis is Editor Pro.',
      { code: 'KEY-1', caption: 'Editor' },
      'Copy KEY-1 or open https://portal.example.com',
      { link: 'https://portal.example.com', label: 'Open' },
      'Install it:\n1. Unpack',
      '2. {{key}}',
      'First Install it: 1. Unpack 2. {{key}}',
    ],
  });
});

test('values are text: nothing in them is a placeholder, a pattern or a line break', () => {
  const values = { ...VALUES, product: '{{key}} $& $1\r\n\r\nBcc: eve@example.com <script>' };
  const { subject, parts } = worded({ subject: 'Your {{product}}', body: '{{product}}' }, values);
  expect(subject).toBe('Your {{key}} $& $1 Bcc: eve@example.com <script>');
  expect(parts).toEqual(['{{key}} $& $1 Bcc: eve@example.com <script>']);
});
