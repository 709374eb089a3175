package dev.latchkey.client;

import java.util.Locale;

/** What the seller has decided about a lease. */
public enum Status {
  VALID,
  REVOKED,
  SUSPENDED;

  /** As it is stored. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Null if the text is none. */
  static Status of(Object text) {
    for (Status status : values()) {
      if (status.text().equals(text)) {
        return status;
      }
    }
    return null;
  }
}
