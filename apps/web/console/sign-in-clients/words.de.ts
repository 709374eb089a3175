import { counted } from '../../i18n/counted.ts';
import type { signInClientsEn } from './words.en.ts';

export const signInClientsDe: typeof signInClientsEn = {
  title: 'Anwendungen',
  text: 'In diesen Anwendungen melden sich Kunden an, statt einen Lizenzschlüssel einzugeben. Die ID steht in der Anwendung und ist nicht geheim.',
  none: 'Noch keine Anwendungen',
  create: 'Anwendung hinzufügen',
  submit: 'Hinzufügen',
  name: 'Name',
  nameHint: 'Kunden lesen ihn, bevor sie der Anwendung die Anmeldung erlauben.',
  benefits: 'Lizenzschlüssel, welche die Anwendung findet',
  benefitsHint: 'Von der Person, die sich anmeldet, und nichts anderes.',
  noBenefits: 'Es gibt noch keine Leistung mit Lizenzschlüsseln.',
  id: 'ID',
  created: 'Hinzugefügt',
  added: 'Die Anwendung ist hinzugefügt',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Niemand meldet sich mehr in der Anwendung an. Ihre ID gibt es nicht wieder. Aktivierte Geräte bleiben.',
  removed: 'Die Anwendung ist entfernt',
  total: (count) => counted(count, 'Anwendung', 'Anwendungen'),
};
