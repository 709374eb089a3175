import { folded } from './folds.ts';

/** More values than these are not written where they are meant. */
const MOST_VALUES = 12;

/** The long enumerations of a page, each of which the page has once, at its end. */
export class LongValues {
  private readonly titles = new Map<string, string>();

  /** What is said of a field with these values: all of them, or where they are. */
  textOf(name: string, values: readonly unknown[]): string {
    const texts = values.map((value) => JSON.stringify(value));
    if (texts.length <= MOST_VALUES) return texts.join(' or ');
    const all = texts.join(', ');
    const title = this.titles.get(all) ?? this.titleOf(name);
    this.titles.set(all, title);
    return `[one of ${texts.length} values](#values-of-${title})`;
  }

  sections(): readonly string[] {
    if (this.titles.size === 0) return [];
    const sections = [...this.titles].flatMap(([all, title]) => [
      `### Values of \`${title}\``,
      folded(`${all.split(', ').length} values`, all),
    ]);
    return ['## Values', ...sections];
  }

  /** Other values of another field with the same name have a number. */
  private titleOf(name: string): string {
    const same = [...this.titles.values()].filter((title) => title === name || title.startsWith(`${name}-`)).length;
    return same === 0 ? name : `${name}-${same + 1}`;
  }
}
