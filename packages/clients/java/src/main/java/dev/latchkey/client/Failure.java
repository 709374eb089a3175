package dev.latchkey.client;

/** Thrown inside the library. {@link Result#of} turns it into a result. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  Failure(Problem problem) {
    super(problem.toString(), null, false, false);
    this.problem = problem;
  }

  static Failure untrusted(String fault) {
    return new Failure(Problem.of(Outcome.UNTRUSTED, fault, fault));
  }

  static Failure refused(String code, int status, String detail) {
    return new Failure(Problem.refused(code, status, detail, null, null));
  }

  static Failure unavailable(String reason, String detail) {
    return new Failure(Problem.unavailable(reason, detail, null));
  }

  static Failure notTheService() {
    return unavailable("not_the_service", "The response is not one of the service.");
  }

  static Failure notActivated() {
    return new Failure(
        Problem.of(Outcome.NOT_ACTIVATED, "not_activated", "No license key is stored."));
  }

  static Failure unsupported() {
    String detail =
        "There is no Ed25519: use Java 15 or later, or a provider of java.security that has it.";
    return new Failure(Problem.of(Outcome.UNSUPPORTED, "unsupported", detail));
  }

  Problem problem() {
    return problem;
  }

  boolean is(Outcome outcome) {
    return problem.outcome() == outcome;
  }

  boolean isRefusal(String code) {
    return is(Outcome.REFUSED) && problem.code().equals(code);
  }
}
