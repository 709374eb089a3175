package dev.latchkey.client;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a lease file has, which nothing proves yet. */
final class LeaseFile {
  /** Of lease files, and of the files of a device. */
  static final int VERSION = 1;

  private static final int MAX = 64 * 1024;
  private static final Pattern LINES = Pattern.compile("\r\n|[\r\n]");

  /** What JavaScript and Unicode call a blank, and a byte order mark. */
  private static final String BLANK =
      "\\s\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

  private static final Pattern QUOTATION = Pattern.compile("^[>" + BLANK + "]+");
  private static final Pattern SOFT_BREAK = Pattern.compile("=$");
  private static final Pattern UNSEEN = Pattern.compile("[" + BLANK + "\\u200b\\u2060]");
  private static final Pattern MARKS = Pattern.compile("[\\u201c-\\u201f]");

  final String lease;
  final String signedKeys;

  private LeaseFile(String lease, String signedKeys) {
    this.lease = lease;
    this.signedKeys = signedKeys;
  }

  static LeaseFile read(String file) {
    if (file.length() > MAX) {
      throw Failure.untrusted("too_long");
    }
    Map<String, Object> content = Json.parseObject(fromMail(file));
    if (content == null
        || !"latchkey-lease-file".equals(content.get("type"))
        || !Long.valueOf(VERSION).equals(content.get("version"))) {
      throw Failure.untrusted("wrong_type");
    }
    return new LeaseFile(Token.textIn(content, "lease"), Token.textIn(content, "signed_keys"));
  }

  /**
   * Without a byte order mark, the marks of a quotation, the wrapping of long lines, and what was
   * written before and after the JSON. None of its texts contains a blank.
   */
  private static String fromMail(String file) {
    String joined =
        Arrays.stream(LINES.split(file))
            .map(
                line ->
                    SOFT_BREAK.matcher(QUOTATION.matcher(line).replaceFirst("")).replaceFirst(""))
            .collect(Collectors.joining());
    String plain = MARKS.matcher(UNSEEN.matcher(joined).replaceAll("")).replaceAll("\"");
    int start = plain.indexOf('{');
    int end = plain.lastIndexOf('}');
    return start < 0 || end < start ? "" : plain.substring(start, end + 1);
  }
}
