import { Migration } from '@mikro-orm/migrations';

/**
 * A text in lower case and without accents, as `folded` of `#support/texts` has it. The extension `unaccent` does not do: what it returns
 * depends on a dictionary, so an index cannot have it. Most texts have ASCII letters only, for which the rest is left out.
 */
export class Migration20261210_0500_FoldedTexts extends Migration {
  override up(): void {
    const twoLetters = Object.entries({ ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', þ: 'th', Þ: 'th' });
    const letters = twoLetters.reduce(
      (value, [letter, both]) => `replace(${value}, '${letter}', '${both}')`,
      `translate(value, 'øØłŁđĐðÐħĦŧŦı', 'oollddddhhtti')`,
    );
    this.addSql(`create function platform.folded(value text) returns text language sql immutable parallel safe return
      case when octet_length(value) = length(value) then lower(value)
      else translate(lower(normalize(regexp_replace(normalize(${letters}, NFD), '[\\u0300-\\u036f]', '', 'g'), NFC)), 'ς', 'σ') end`);
  }
}
