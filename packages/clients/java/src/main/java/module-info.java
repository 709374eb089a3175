/** Licensing for applications: activate a license key, validate it, and work without a network. */
module dev.latchkey.client {
  requires com.google.gson;
  requires transitive java.net.http;

  exports dev.latchkey.client;
}
