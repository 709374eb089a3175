package dev.latchkey.client;

import java.net.URI;
import java.util.Map;

/** Where the customer allows the application to sign in, for as long as the code is valid. */
public final class SignInCode {
  private final String userCode;
  private final URI verificationUri;
  private final URI verificationUriComplete;

  private SignInCode(String userCode, URI verificationUri, URI verificationUriComplete) {
    this.userCode = userCode;
    this.verificationUri = verificationUri;
    this.verificationUriComplete = verificationUriComplete;
  }

  static SignInCode in(Map<String, Object> answer) {
    return new SignInCode(
        Token.textIn(answer, "user_code"),
        pageIn(answer, "verification_uri"),
        pageIn(answer, "verification_uri_complete"));
  }

  /** What the application shows, and the customer types on the page. */
  public String userCode() {
    return userCode;
  }

  public URI verificationUri() {
    return verificationUri;
  }

  /** The page with the code filled in, to open in a browser or to show as a QR code. */
  public URI verificationUriComplete() {
    return verificationUriComplete;
  }

  /** Applications open it in a browser. */
  private static URI pageIn(Map<String, Object> answer, String name) {
    URI page = Service.pageIn(Token.textIn(answer, name));
    if (page == null) {
      throw Failure.untrusted("malformed");
    }
    return page;
  }
}
