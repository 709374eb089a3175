package dev.latchkey.client;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the customer of a valid license key needs to know. What is empty does not hold. */
public final class Standing {
  private static final Pattern ITEM =
      Pattern.compile(
          "([a-z][a-z0-9_]*)((?:;[a-z][a-z0-9_]*=(?:\"[^\"\\\\]{0,64}\"|-?[0-9]{1,15}))*)");
  private static final Pattern PARAMETER =
      Pattern.compile(";([a-z][a-z0-9_]*)=(?:\"([^\"\\\\]{0,64})\"|(-?[0-9]{1,15}))");

  private final Map<String, Item> items;

  private Standing(Map<String, Item> items) {
    this.items = items;
  }

  /**
   * Reads the header {@code License-Standing}. Later versions of the service may tell more, which
   * is left out.
   */
  static Standing in(String header) {
    Map<String, Item> items = new HashMap<>();
    for (String text : header.split(", ", -1)) {
      Matcher item = ITEM.matcher(text);
      if (item.matches()) {
        items.put(item.group(1), new Item(item.group(2)));
      }
    }
    return new Standing(items);
  }

  /** The key is the trial of a device, until then. */
  public Optional<Item> trial() {
    return named("trial");
  }

  /** The subscription is past due; the key stops working then unless it is paid. */
  public Optional<Item> pastDue() {
    return named("past_due");
  }

  /** More places are taken than the limit allows. */
  public Optional<Item> overLimit() {
    return named("over_limit");
  }

  /** A purchase renewed the key within the last 30 days. */
  public Optional<Item> renewed() {
    return named("renewed");
  }

  private Optional<Item> named(String name) {
    return Optional.ofNullable(items.get(name));
  }

  /** What the service tells of one of them. What it did not tell is empty. */
  public static final class Item {
    private final Map<String, String> parameters = new HashMap<>();

    private Item(String text) {
      for (Matcher each = PARAMETER.matcher(text); each.find(); ) {
        parameters.put(each.group(1), each.group(2) == null ? each.group(3) : each.group(2));
      }
    }

    /** Of a renewal: when it was. */
    public Optional<Instant> at() {
      return time("at");
    }

    /** When a trial ends, a key stops working, or a renewed one expires. */
    public Optional<Instant> until() {
      return time("until");
    }

    /** How many places the license allows. */
    public OptionalLong limit() {
      return number("limit");
    }

    /** How many places are taken. */
    public OptionalLong used() {
      return number("used");
    }

    private Optional<Instant> time(String name) {
      return Optional.ofNullable(Service.timeOf(parameters.get(name)));
    }

    private OptionalLong number(String name) {
      String digits = parameters.get(name);
      return digits != null && digits.matches("-?[0-9]{1,15}")
          ? OptionalLong.of(Long.parseLong(digits))
          : OptionalLong.empty();
    }
  }
}
