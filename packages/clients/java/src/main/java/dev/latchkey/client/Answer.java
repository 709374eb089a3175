package dev.latchkey.client;

import java.util.Map;

/** A response of the service, whatever its status. */
final class Answer {
  final int status;
  final String text;
  private final Map<String, String> headers;

  /** The names of headers are in lower case. */
  Answer(int status, Map<String, String> headers, String text) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** Empty if there is none. */
  String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
