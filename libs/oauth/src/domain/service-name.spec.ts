import { resemblesServiceName } from './client-metadata.ts';

test.each([
  'Latchkey',
  'LATCHKEY',
  'latchkey command line',
  'The official Latchkey app',
  'Latch key',
  'L.a.t.c.h.k.e.y',
  'Ｌａｔｃｈｋｅｙ',
  '𝐋𝐚𝐭𝐜𝐡𝐤𝐞𝐲',
  'Látchkéy',
  'Iatchkey',
  'L4tchk3y',
  'Lаtсhkеу',
  'ӏатсһкеу',
  'ΛLΑΤCΗΚΕΥ',
  '(Latchkey)',
  '★ (Latchkey)',
])('%s could be taken for the service', (name) => expect(resemblesServiceName(name)).toBe(true));

test.each(['Acme Reports', 'Claude Code (latchkey)', 'Ключи', 'Keychain', '鍵', 'Latch', '★'])('%s is another name', (name) =>
  expect(resemblesServiceName(name)).toBe(false),
);
