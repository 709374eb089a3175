import type { mailTextsEn } from './mail-text-words.en.ts';

export const mailTextsDe: typeof mailTextsEn = {
  title: 'Eigene Texte',
  text: 'E-Mails an Kunden haben Ihren Text statt dem des Dienstes, in jeder Sprache, in der Sie einen schreiben.',
  mail: 'E-Mail',
  language: 'Sprache des Textes',
  subject: 'Betreff',
  body: 'Text',
  placeholders: (known) => `Sie können ${known} verwenden.`,
  rules: 'Leere Zeilen trennen Absätze. Ein Absatz mit einem Platzhalter, der für nichts steht, entfällt.',
  isDefault: 'Diese E-Mail hat den Text des Dienstes.',
  preview: 'Vorschau',
  reset: 'Text des Dienstes verwenden',
  wasReset: 'Die E-Mail hat wieder den Text des Dienstes.',
};
