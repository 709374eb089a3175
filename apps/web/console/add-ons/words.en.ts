import { counted } from '../../i18n/counted.ts';

export const addOnsEn = {
  title: 'Add-ons',
  text: 'Benefits that extend a license key which the customer has already, and who has them.',
  addOn: 'Add-on',
  none: 'No add-ons yet',
  noneText: 'A feature flag is an add-on if it extends keys of another benefit, or the key that you choose.',
  toBenefits: 'Benefits',
  waiting: 'Those that wait for a license key',
  nobody: 'Nobody has this add-on.',
  total: (count: string) => counted(count, 'grant', 'grants'),
  choose: 'Choose a key',
  chooseTitle: (customer: string) => `Which license key of ${customer} does it extend?`,
  chooseText: 'What it adds goes to that key within a moment, and leaves the one that it extends now.',
  key: 'License key',
  extendsKey: (key: string) => `It extends ${key} now.`,
  extendsNone: 'It extends none of the newest license keys of the customer.',
  noKeys: 'The customer has no license key that it could extend.',
  submit: 'Extend this key',
  chosen: 'The add-on extends this key.',
};
