import { type Language, localeOf } from '#support/languages';
import type { BatchCards } from '../../queries/find-batch-cards.ts';

interface Words {
  readonly claim: string;
  readonly until: (day: string) => string;
}

/** Documents are written from left to right. */
export const CARD_LANGUAGES = ['en', 'de'] as const satisfies readonly Language[];
type CardLanguage = (typeof CARD_LANGUAGES)[number];

const WORDS: Record<CardLanguage, Words> = {
  en: {
    claim: 'To use this key, sign in here and choose “Add a key”:',
    until: (day) => `Can be claimed until ${day}.`,
  },
  de: {
    claim: 'Um diesen Schlüssel zu nutzen, melden Sie sich hier an und wählen Sie „Schlüssel hinzufügen“:',
    until: (day) => `Einlösbar bis zum ${day}.`,
  },
};

const isOfCards = (language: Language): language is CardLanguage => language in WORDS;

/** What cards say in the language that was asked for, else in that of the seller. */
export function cardOf(cards: BatchCards, asked: CardLanguage | undefined) {
  const { productName, sellerName, claimUrl, claimUntil, timeZone } = cards;
  const preferred = localeOf(asked, cards.language);
  const { tag } = isOfCards(preferred.language) ? preferred : localeOf('en');
  const words = isOfCards(preferred.language) ? WORDS[preferred.language] : WORDS.en;
  return {
    title: productName,
    subtitle: sellerName,
    lines: [...(claimUntil === null ? [] : [words.until(lastDay(claimUntil, timeZone, tag))]), words.claim, claimUrl],
    link: claimUrl,
  };
}

/** A time at the beginning of a day is the end of the day before. */
const lastDay = (until: Date, timeZone: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }).format(until.getTime() - 1);
