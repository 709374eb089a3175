import type { Schema } from '../../../api/client.ts';

type Code = Schema<'LicenseKeyBulkRefusals'>['code'];

const keys = (count: number, shown: string): string => (count === 1 ? '1 key' : `${shown} keys`);

const refusals: Readonly<Record<Code, string>> = {
  ALREADY_SO: 'already so',
  CHANGED_SINCE: 'changed since',
  CUSTOMER_DELETED: 'customer deleted',
  EXPIRES_LATER: 'expires later already',
  EXPIRES_TOO_LATE: 'would expire after the year 9999',
  NEVER_EXPIRES: 'never expires',
  NO_ACTIVATIONS: 'cannot be activated',
  NO_BENEFIT: 'benefit deleted',
  NO_EMAIL: 'nobody with an e-mail address',
  NOT_FOUND: 'does not exist any more',
  NOT_GRANTED: 'not granted',
  REVOKED: 'revoked',
  TOO_MANY_ACTIVATIONS: 'would allow too many devices',
};

export const bulkEn = {
  label: 'Chosen license keys',
  chosen: (count: number, shown: string) => `${keys(count, shown)} chosen`,
  allChosen: 'All that match are chosen',
  chooseShown: 'All shown here',
  chooseAll: 'All that match',
  clear: 'Choose none',
  actions: {
    extend: 'Extend',
    add_activations: 'More devices',
    follow_benefit: 'Limit of benefit',
    disable: 'Disable',
    enable: 'Enable',
    send: 'Send',
  },
  titles: {
    extend: 'Extend license keys',
    add_activations: 'Allow more devices',
    follow_benefit: 'Apply a limit of the benefit',
    disable: 'Disable license keys',
    enable: 'Enable license keys',
    send: 'Send license keys',
  },
  days: 'Days',
  daysHint: 'From when a key expires or, if it has expired, from now.',
  count: 'More devices for each key',
  limit: 'Limit',
  limits: { limit_activations: 'Devices', limit_usage: 'Usage' },
  limitHint: 'Each key gets what its benefit allows now, also where somebody allowed more or less by hand.',
  preview: (count: number, shown: string) => `${keys(count, shown)} will be changed.`,
  previewNone: 'No key would be changed.',
  refused: (count: number, shown: string) => `${keys(count, shown)} ${count === 1 ? 'stays' : 'stay'} unchanged:`,
  refusals,
  apply: (shown: string) => `Apply to ${shown}`,
  running: 'License keys are being changed',
  cancel: 'Stop',
  close: 'Continue in the background',
  done: (count: number, shown: string) => `${keys(count, shown)} changed.`,
  doneWith: (changed: string, refused: string) => `${changed} changed, ${refused} left unchanged.`,
  undo: 'Undo',
  undone: (count: number, shown: string) => `${keys(count, shown)} restored.`,
  undoneWith: (restored: string, kept: string) => `${restored} restored, ${kept} had been changed since.`,
};
