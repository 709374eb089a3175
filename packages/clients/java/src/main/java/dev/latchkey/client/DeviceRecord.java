package dev.latchkey.client;

/** Which device this is, and which installation on it. */
final class DeviceRecord {
  final String id;

  /** Null if the ID is that of this installation alone. */
  final String installation;

  DeviceRecord(String id, String installation) {
    this.id = id;
    this.installation = installation;
  }
}
