// Uses the library as an application in C++ does, without a service. Ends with an error at the first thing that is not as it should be.
#include <latchkey.hpp>

#include <cstdlib>
#include <future>
#include <iostream>
#include <string>

namespace {

const std::string NEEDED =
    R"("url":"http://127.0.0.1:1","organization_id":"6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f",)"
    R"("root_key":"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w")";

void contains(const std::string &text, const std::string &expected) {
  if (text.find(expected) != std::string::npos) return;
  std::cerr << expected << " is not in " << text << '\n';
  std::exit(1);
}

void refuses(const std::string &options, const std::string &expected) {
  try {
    latchkey::Client client(options);
  } catch (const latchkey::Error &error) {
    return contains(error.what(), expected);
  }
  contains("nothing was thrown", expected);
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 2) return 2;
  const latchkey::Client client("{" + NEEDED + R"(,"storage":")" + arguments[1] + R"(","attempts":1})");
  contains(client.call(R"({"command":"check"})"), R"("reason":"no_lease")");
  contains(client.call(R"({"command":"activate","key":"KEY","label":"pc"})"), R"("reason":"network")");
  contains(client.call(R"({"command":"fly"})"), "There is no command `fly`.");
  refuses("{}", "`url` is missing.");
  refuses("{" + NEEDED + R"(,"benefit_id":"b"})", "There is no option `benefit_id`.");

  std::promise<std::string> refreshed;
  auto fresh = client.keep_fresh([&refreshed](const std::string &answer) { refreshed.set_value(answer); }, 3600);
  contains(refreshed.get_future().get(), R"("status":{"outcome":"not_activated"})");
  auto moved = std::move(fresh);
  moved = client.keep_fresh();
  moved.stop();

  std::promise<std::string> beaten;
  const auto checked_out = client.keep_checked_out([&beaten](const std::string &answer) { beaten.set_value(answer); });
  contains(beaten.get_future().get(), R"({"outcome":"not_activated"})");
  return 0;
}
