import { SERVICE_NAME } from '#support/mails';

/** Characters that look like letters of the name, those of other alphabets in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀꭺ4@',
  c: 'сςᴄꮯ¢',
  e: 'еєεɛᴇꭼ3€',
  h: 'һнћħηʜհꮋ',
  k: 'кқκᴋꮶ',
  l: 'iıіӏιłǀꮮ1|!',
  t: 'тτᴛꭲ7+',
  y: 'уүγυʏყꭹ¥',
};
const LETTERS = new Map(Object.entries(LOOKALIKES).flatMap(([letter, others]) => [...others].map((each) => [each, letter])));

/** The text as somebody reads it who pays no attention to marks, spaces and alphabets. */
const asRead = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((character) => LETTERS.get(character) ?? character)
    .join('')
    .replace(/[^a-z]/g, '');

/** What stands in parentheses behind the name of an application: clients of MCP put there what their user calls the server. */
const ADDITION = /(?<=\p{L}.*)\([^()]*\)\s*$/u;

/** Whether an application of this name could be taken for the service itself. */
export const resemblesServiceName = (name: string): boolean => asRead(name.replace(ADDITION, '')).includes(asRead(SERVICE_NAME));
