import { counted } from '../../i18n/counted.ts';
import type { addOnsEn } from './words.en.ts';

export const addOnsDe: typeof addOnsEn = {
  title: 'Erweiterungen',
  text: 'Leistungen, die einen vorhandenen Lizenzschlüssel des Kunden erweitern, und wer sie hat.',
  addOn: 'Erweiterung',
  none: 'Noch keine Erweiterungen',
  noneText:
    'Eine Funktion ist eine Erweiterung, wenn sie Schlüssel einer anderen Leistung erweitert oder den, den Sie auswählen.',
  toBenefits: 'Leistungen',
  waiting: 'Die auf einen Lizenzschlüssel warten',
  nobody: 'Niemand hat diese Erweiterung.',
  total: (count) => counted(count, 'Zuteilung', 'Zuteilungen'),
  choose: 'Schlüssel auswählen',
  chooseTitle: (customer) => `Welchen Lizenzschlüssel von ${customer} erweitert sie?`,
  chooseText: 'Was sie hinzufügt, kommt gleich zu diesem Schlüssel und fehlt dann dem, den sie jetzt erweitert.',
  key: 'Lizenzschlüssel',
  extendsKey: (key) => `Sie erweitert jetzt ${key}.`,
  extendsNone: 'Sie erweitert keinen der neuesten Lizenzschlüssel des Kunden.',
  noKeys: 'Der Kunde hat keinen Lizenzschlüssel, den sie erweitern könnte.',
  submit: 'Diesen erweitern',
  chosen: 'Die Erweiterung gilt für diesen Schlüssel.',
};
