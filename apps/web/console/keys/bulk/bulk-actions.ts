import type { WordsOf } from '../../../i18n/languages.tsx';
import type { bulkEn } from './bulk-words.en.ts';

export const BULK_WORDS: WordsOf<typeof bulkEn> = {
  en: async () => (await import('./bulk-words.en.ts')).bulkEn,
  de: async () => (await import('./bulk-words.de.ts')).bulkDe,
};

export const BULK_ACTIONS = [
  'extend',
  'add_activations',
  'follow_benefit',
  'disable',
  'enable',
  'send',
  'add_tag',
  'remove_tag',
] as const;
export type BulkActionType = (typeof BULK_ACTIONS)[number];
