// latchkey.h for C++17 and later: nothing to build, and nothing to link but liblatchkey.

#ifndef LATCHKEY_HPP
#define LATCHKEY_HPP

#include "latchkey.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace latchkey {

// What the library refuses to do, in a sentence.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Is told a text. An exception that leaves it ends the program, because it would have to pass code that is not C++.
using Listener = std::function<void(const std::string &)>;

namespace detail {

struct Release {
  void operator()(char *text) const noexcept { latchkey_free(text); }
  void operator()(latchkey_client *client) const noexcept { latchkey_close(client); }
  void operator()(latchkey_background *work) const noexcept { latchkey_stop(work); }
};

template <typename T>
using Owned = std::unique_ptr<T, Release>;

inline void tell(void *context, const char *text) noexcept {
  const auto &listener = *static_cast<const Listener *>(context);
  if (listener) listener(text);
}

}  // namespace detail

// Work that goes on in a thread until this is stopped or destroyed. Its listener may stop it, but not destroy it.
class Background {
 public:
  Background(Background &&) noexcept = default;

  Background &operator=(Background &&other) noexcept {
    // What is replaced may be telling its listener something.
    work_.reset();
    listener_ = std::move(other.listener_);
    work_ = std::move(other.work_);
    return *this;
  }

  // When this returns, the listener is not running and is not called again.
  void stop() noexcept { work_.reset(); }

 private:
  friend class Client;

  template <typename Start>
  Background(Listener listener, Start start)
      : listener_(std::make_unique<Listener>(std::move(listener))), work_(start(detail::tell, listener_.get())) {
    if (!work_) throw Error("There can be no thread.");
  }

  std::unique_ptr<Listener> listener_;
  // Stopped before its listener is destroyed.
  detail::Owned<latchkey_background> work_;
};

// The license of one installation of an application. Threads may use it at the same time.
class Client {
 public:
  // Options are JSON: {"url": "…", "organization_id": "…", "root_key": "…", "storage_for": "flight-notes", …}. Throws an Error.
  explicit Client(const std::string &options) {
    char *error = nullptr;
    client_.reset(latchkey_open(options.c_str(), &error));
    const detail::Owned<char> sentence(error);
    if (!client_) throw Error(sentence ? sentence.get() : "The client cannot be opened.");
  }

  // Performs a command in JSON, such as {"command": "check"}, and returns the answer. With "manage": true, `on_manage` is told the URL of the
  // page on which the customer removes a device; with "sign_in", the code as JSON.
  std::string call(const std::string &request, Listener on_manage = {}) const {
    const detail::Owned<char> answer(latchkey_call(client_.get(), request.c_str(), detail::tell, &on_manage));
    if (!answer) throw Error("There is no answer.");
    return answer.get();
  }

  // Ends the calls that wait for a free activation, or a sign-in, in other threads: their answer is {"outcome": "canceled"}.
  void cancel_waits() const noexcept { latchkey_cancel_waits(client_.get()); }

  // Refreshes the lease now and every so many seconds, or every ten minutes if that is 0. The listener is told the answers of `refresh`.
  [[nodiscard]] Background keep_fresh(Listener listener = {}, std::uint32_t seconds = 0) const {
    return Background(std::move(listener), [this, seconds](latchkey_listener tell, void *context) {
      return latchkey_keep_fresh(client_.get(), seconds, tell, context);
    });
  }

  // Renews the check-out of a floating license key, until it is refused. The listener is told the answers of `heartbeat`.
  [[nodiscard]] Background keep_checked_out(Listener listener = {}) const {
    return Background(std::move(listener), [this](latchkey_listener tell, void *context) {
      return latchkey_keep_checked_out(client_.get(), tell, context);
    });
  }

 private:
  detail::Owned<latchkey_client> client_;
};

}  // namespace latchkey

#endif  // LATCHKEY_HPP
