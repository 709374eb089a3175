import type { tagsEn } from './words.en.ts';

export const tagsDe: typeof tagsEn = {
  title: 'Schlagwörter',
  text: 'Für Ihr Team. Der Kunde sieht sie nicht.',
  none: 'Noch keine Schlagwörter.',
  field: 'Neues Schlagwort',
  add: 'Schlagwort hinzufügen',
  remove: (tag) => `Schlagwort ${tag} entfernen`,
  filter: 'Schlagwort',
  every: 'Jedes Schlagwort',
};
