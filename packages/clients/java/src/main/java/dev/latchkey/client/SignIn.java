package dev.latchkey.client;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** How a customer signs in on a page of the service, instead of typing a license key. */
public final class SignIn {
  final String clientId;
  final Installation installation;
  final Consumer<SignInCode> onCode;
  final Function<List<SignedInKey>, SignedInKey> choose;

  private SignIn(
      String clientId,
      Installation installation,
      Consumer<SignInCode> onCode,
      Function<List<SignedInKey>, SignedInKey> choose) {
    this.clientId = clientId;
    this.installation = installation;
    this.onCode = onCode;
    this.choose = choose;
  }

  /**
   * {@code clientId} is the {@code id} of the application at the service ({@code POST
   * /v1/sign-in-clients/}). {@code onCode} is called once: the application shows the code and the
   * page, or opens the page.
   */
  public static SignIn of(String clientId, Installation installation, Consumer<SignInCode> onCode) {
    return new SignIn(clientId, installation, Objects.requireNonNull(onCode), keys -> keys.get(0));
  }

  /**
   * {@code choose} is called if there are several license keys, oldest first. Without it, the first
   * one is activated.
   */
  public SignIn withChoice(Function<List<SignedInKey>, SignedInKey> choose) {
    return new SignIn(clientId, installation, onCode, choose);
  }
}
