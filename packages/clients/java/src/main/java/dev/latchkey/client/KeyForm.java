package dev.latchkey.client;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A license key as it was meant by whoever pasted it. The service does the same
 * (docs/licensing/key-form-vectors.json). Characters are listed, because each Java knows the
 * properties of another version of Unicode.
 */
final class KeyForm {
  /** Blanks, control and format characters (Unicode Z, Cc, Cf). */
  private static final String UNSEEN =
      "\\x00-\\x20\\x7f-\\xa0\\xad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u1680\\u180e\\u2000-\\u200f"
          + "\\u2028-\\u202f\\u205f-\\u2064\\u2066-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb\\x{110bd}\\x{110cd}"
          + "\\x{13430}-\\x{1343f}\\x{1bca0}-\\x{1bca3}\\x{1d173}-\\x{1d17a}\\x{e0001}\\x{e0020}-\\x{e007f}";

  /** Unicode Quotation_Mark, and the grave accent. */
  private static final String QUOTES =
      "\"'`\\xab\\xbb\\u2018-\\u201f\\u2039\\u203a\\u2e42\\u300c-\\u300f\\u301d-\\u301f\\ufe41-\\ufe44\\uff02\\uff07"
          + "\\uff62\\uff63";

  private static final String AROUND = "[" + UNSEEN + QUOTES + "]";
  private static final Pattern BEFORE = Pattern.compile("\\A" + AROUND + "+");
  private static final Pattern AFTER = Pattern.compile("(?<!" + AROUND + ")" + AROUND + "+\\z");
  private static final Pattern INSIDE = Pattern.compile("[" + UNSEEN + "]");

  /** Unicode Pd, and the minus sign. */
  private static final Pattern DASH =
      Pattern.compile(
          "[\\u058a\\u05be\\u1400\\u1806\\u2010-\\u2015\\u2212\\u2e17\\u2e1a\\u2e3a\\u2e3b\\u2e40\\u2e5d\\u301c\\u3030"
              + "\\u30a0\\ufe31\\ufe32\\ufe58\\ufe63\\uff0d\\x{10d6e}\\x{10ead}]");

  /**
   * The prolonged sound mark, which the hyphen key of Japanese input types. In a word it follows a
   * kana.
   */
  private static final Pattern TYPED_SOUND_MARK =
      Pattern.compile("(?<=[0-9A-Za-z])\\u30fc(?=[0-9A-Za-z])");

  private static final Pattern UUID_AT_END =
      Pattern.compile("(?:^|-)[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\\z");

  private KeyForm() {}

  static String of(String key) {
    String plain = AFTER.matcher(BEFORE.matcher(hyphenated(key)).replaceFirst("")).replaceFirst("");
    String formatted = hyphenated(INSIDE.matcher(plain).replaceAll("").toUpperCase(Locale.ROOT));
    return UUID_AT_END.matcher(formatted).find() ? formatted : plain;
  }

  private static String hyphenated(String text) {
    String dashed = DASH.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC)).replaceAll("-");
    return TYPED_SOUND_MARK.matcher(dashed).replaceAll("-");
  }
}
