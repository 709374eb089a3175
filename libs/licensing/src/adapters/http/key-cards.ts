import { type Language, localeOf } from '#support/languages';
import type { BatchCards } from '../../queries/find-batch-cards.ts';

interface Words {
  readonly claim: string;
  readonly until: (day: string) => string;
}

const WORDS: Record<Language, Words> = {
  en: {
    claim: 'To use this key, sign in here and choose “Add a key”:',
    until: (day) => `Can be claimed until ${day}.`,
  },
  de: {
    claim: 'Um diesen Schlüssel zu nutzen, melden Sie sich hier an und wählen Sie „Schlüssel hinzufügen“:',
    until: (day) => `Einlösbar bis zum ${day}.`,
  },
};

/** What cards say in the language that was asked for, else in that of the seller. */
export function cardOf(cards: BatchCards, asked: Language | undefined) {
  const { productName, sellerName, claimUrl, claimUntil, timeZone } = cards;
  const { language, tag } = localeOf(asked, cards.language);
  const words = WORDS[language];
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
