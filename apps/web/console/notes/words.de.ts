import { counted } from '../../i18n/counted.ts';
import type { notesEn } from './words.en.ts';

export const notesDe: typeof notesEn = {
  title: 'Notizen',
  text: 'Für Ihr Team. Der Kunde sieht sie nicht.',
  none: 'Noch hat niemand eine Notiz geschrieben.',
  search: 'Wörter in einer Notiz',
  noMatch: 'Keine Notiz hat diese Wörter.',
  total: (count) => counted(count, 'Notiz', 'Notizen'),
  add: 'Notiz hinzufügen',
  addTitle: 'Notiz hinzufügen',
  field: 'Notiz',
  save: 'Notiz speichern',
  pinned: 'Angeheftet',
  pin: 'Anheften',
  unpin: 'Lösen',
  edit: 'Bearbeiten',
  editTitle: 'Notiz bearbeiten',
  edited: 'bearbeitet',
  remove: 'Löschen',
  removeTitle: 'Notiz löschen?',
  removeText: 'Ihr Text ist endgültig weg, auch aus dem Protokoll.',
  about: { license_key: 'Zu einem Lizenzschlüssel', order: 'Zu einer Bestellung' },
  added: 'Die Notiz wurde hinzugefügt.',
  saved: 'Die Notiz wurde gespeichert.',
  removed: 'Die Notiz wurde gelöscht.',
};
