/* The C interface of latchkey. Made by cbindgen of src/lib.rs: `UPDATE_HEADER=1 cargo test --package latchkey-ffi --test header`. */

#ifndef LATCHKEY_H
#define LATCHKEY_H

#include <stdint.h>

/*
 Work that goes on in a thread.
 */
typedef struct latchkey_background latchkey_background;

/*
 The license of one installation of an application. Threads may use it at the same time.
 */
typedef struct latchkey_client latchkey_client;

/*
 Is told something: a text that is valid during the call only. `context` is what was given with the listener.
 */
typedef void (*latchkey_listener)(void *context, const char *text);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Makes a client with options: `{"url": "…", "organization_id": "…", "root_key": "…", "storage_for": "flight-notes", …}`. If that cannot
 be done, returns null and sets `error` to a sentence, to be freed with `latchkey_free`, unless `error` is null.

 # Safety
 `options` is a text or null; `error` is null or may be written.
 */
latchkey_client *latchkey_open(const char *options,
                               char **error);

/*
 Performs a command and returns the answer, to be freed with `latchkey_free`: `{"command": "check"}` gives `{"outcome": "ok", …}`. A
 command with `"manage": true` calls `on_manage` with the URL of the page on which the customer removes a device, in this thread, and
 waits; `sign_in` calls it with the code as an object in JSON, and with `"offer": true` activates none of several license keys, but returns
 them in `offered`. Commands and outcomes are those of packages/conformance/README.md.

 # Safety
 `client` is from `latchkey_open` and not closed, `request` is a text or null, `on_manage` is null or may be called with `context`.
 */
char *latchkey_call(const latchkey_client *client,
                    const char *request,
                    latchkey_listener on_manage,
                    void *context);

/*
 Ends the waits of `latchkey_call` with `sign_in` or `"manage": true` that go on in other threads: their answer is `{"outcome": "canceled"}`.

 # Safety
 `client` is from `latchkey_open` and not closed.
 */
void latchkey_cancel_waits(const latchkey_client *client);

/*
 Refreshes the lease now and every `seconds`, or every ten minutes if that is 0, in a thread, until `latchkey_stop`. `listener` is told
 the answers of `refresh`, in that thread. Null if there can be no thread.

 # Safety
 `client` is from `latchkey_open` and not closed, `listener` is null or may be called with `context` from another thread.
 */
latchkey_background *latchkey_keep_fresh(const latchkey_client *client,
                                         uint32_t seconds,
                                         latchkey_listener listener,
                                         void *context);

/*
 Renews the check-out of a floating license key, as `latchkey_keep_fresh` refreshes the lease. `listener` is told the answers of
 `heartbeat`. Ends by itself if the check-out is refused.

 # Safety
 As that of `latchkey_keep_fresh`.
 */
latchkey_background *latchkey_keep_checked_out(const latchkey_client *client,
                                               latchkey_listener listener,
                                               void *context);

/*
 Ends work in the background. When this returns, its listener is not running and is not called again; it may itself call this.

 # Safety
 `work` is null, or from one of the two functions above, and is not used again.
 */
void latchkey_stop(latchkey_background *work);

/*
 Frees a client. Work in the background goes on.

 # Safety
 `client` is null, or from `latchkey_open`, and is not used again.
 */
void latchkey_close(latchkey_client *client);

/*
 Frees a text that a function has returned.

 # Safety
 `text` is null, or from this library, and is not used again.
 */
void latchkey_free(char *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LATCHKEY_H */
