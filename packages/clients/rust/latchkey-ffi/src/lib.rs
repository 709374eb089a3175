//! The C interface of latchkey: texts in JSON in and out (`client::json`), and a handle. `include/latchkey.h` is made of this file.
//!
//! Texts are UTF-8 and end with a null byte. No panic leaves a function.

#![deny(missing_docs)]
#![deny(clippy::undocumented_unsafe_blocks, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use client::{Background, LicenseClient, REFRESH_EVERY, json};
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The license of one installation of an application. Threads may use it at the same time.
pub struct Client(LicenseClient);

/// Work that goes on in a thread.
pub struct BackgroundWork {
    _work: Background,
    caller: Arc<Caller>,
}

/// Is told something: a text that is valid during the call only. `context` is what was given with the listener.
pub type Listener = Option<unsafe extern "C" fn(context: *mut c_void, text: *const c_char)>;

/// Calls a listener, from whatever thread.
struct Caller {
    listener: Listener,
    context: *mut c_void,
    is_open: AtomicBool,
    is_calling: Mutex<()>,
    thread: OnceLock<ThreadId>,
}

// SAFETY: whoever gave the context has promised that it may be used in another thread.
unsafe impl Send for Caller {}
// SAFETY: as above; the mutex lets one thread use it at a time.
unsafe impl Sync for Caller {}

impl Caller {
    fn new(listener: Listener, context: *mut c_void) -> Self {
        Self { listener, context, is_open: AtomicBool::new(true), is_calling: Mutex::default(), thread: OnceLock::new() }
    }

    fn call(&self, text: &str) {
        let (Some(listener), Ok(text)) = (self.listener, CString::new(text)) else { return };
        self.thread.get_or_init(|| thread::current().id());
        let _guard = self.is_calling.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_open.load(SeqCst) {
            // SAFETY: the listener is a function of the caller, with the context that was given for it.
            unsafe { listener(self.context, text.as_ptr()) };
        }
    }

    /// There is no call from now on, and none going on, unless it is the one that asks for this.
    fn close(&self) {
        self.is_open.store(false, SeqCst);
        if self.thread.get() != Some(&thread::current().id()) {
            drop(self.is_calling.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Makes a client with options: `{"url": "…", "organization_id": "…", "root_key": "…", "storage_for": "flight-notes", …}`. If that cannot
/// be done, returns null and sets `error` to a sentence, to be freed with `latchkey_free`, unless `error` is null.
///
/// # Safety
/// `options` is a text or null; `error` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_open(options: *const c_char, error: *mut *mut c_char) -> *mut Client {
    // SAFETY: as the caller has promised.
    let options = unsafe { text_at(options) };
    let opened = guarded(|| options.ok_or_else(not_a_text).and_then(json::open)).unwrap_or_else(|| Err(PANICKED.to_owned()));
    // SAFETY: as the caller has promised.
    unsafe { handed_over(opened.map(Client), error) }
}

/// Performs a command and returns the answer, to be freed with `latchkey_free`: `{"command": "check"}` gives `{"outcome": "ok", …}`. A
/// command with `"manage": true` calls `on_manage` with the URL of the page on which the customer removes a device, in this thread, and
/// waits; `sign_in` calls it with the code as an object in JSON, and with `"offer": true` activates none of several license keys, but returns
/// them in `offered`. Commands and outcomes are those of packages/conformance/README.md.
///
/// # Safety
/// `client` is from `latchkey_open` and not closed, `request` is a text or null, `on_manage` is null or may be called with `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_call(
    client: *const Client,
    request: *const c_char,
    on_manage: Listener,
    context: *mut c_void,
) -> *mut c_char {
    // SAFETY: as the caller has promised.
    let (client, request) = unsafe { (client.as_ref(), text_at(request)) };
    let caller = Caller::new(on_manage, context);
    let answered = guarded(|| match (client, request) {
        (Some(Client(client)), Some(request)) => json::answer(client, request, &mut |page| caller.call(page)),
        _ => json::failure(&not_a_text()),
    });
    text_of(answered.unwrap_or_else(|| json::failure(PANICKED)))
}

/// Ends the waits of `latchkey_call` with `sign_in` or `"manage": true` that go on in other threads: their answer is `{"outcome": "canceled"}`.
///
/// # Safety
/// `client` is from `latchkey_open` and not closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_cancel_waits(client: *const Client) {
    // SAFETY: as the caller has promised.
    let client = unsafe { client.as_ref() };
    guarded(|| client.map(|Client(client)| client.cancel_waits()));
}

/// Refreshes the lease now and every `seconds`, or every ten minutes if that is 0, in a thread, until `latchkey_stop`. `listener` is told
/// the answers of `refresh`, in that thread. Null if there can be no thread.
///
/// # Safety
/// `client` is from `latchkey_open` and not closed, `listener` is null or may be called with `context` from another thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_keep_fresh(
    client: *const Client,
    seconds: u32,
    listener: Listener,
    context: *mut c_void,
) -> *mut BackgroundWork {
    // SAFETY: as the caller has promised.
    let client = unsafe { client.as_ref() };
    let every = if seconds == 0 { REFRESH_EVERY } else { Duration::from_secs(seconds.into()) };
    in_background(client, listener, context, |client, caller| {
        client.keep_fresh(every, move |refreshed| caller.call(&json::refreshed(refreshed)))
    })
}

/// Renews the check-out of a floating license key, as `latchkey_keep_fresh` refreshes the lease. `listener` is told the answers of
/// `heartbeat`. Ends by itself if the check-out is refused.
///
/// # Safety
/// As that of `latchkey_keep_fresh`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_keep_checked_out(client: *const Client, listener: Listener, context: *mut c_void) -> *mut BackgroundWork {
    // SAFETY: as the caller has promised.
    let client = unsafe { client.as_ref() };
    in_background(client, listener, context, |client, caller| client.keep_checked_out(move |left| caller.call(&json::heartbeat(left))))
}

/// Ends work in the background. When this returns, its listener is not running and is not called again; it may itself call this.
///
/// # Safety
/// `work` is null, or from one of the two functions above, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_stop(work: *mut BackgroundWork) {
    if !work.is_null() {
        // SAFETY: as the caller has promised.
        let work = unsafe { Box::from_raw(work) };
        guarded(|| work.caller.close());
    }
}

/// Frees a client. Work in the background goes on.
///
/// # Safety
/// `client` is null, or from `latchkey_open`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_close(client: *mut Client) {
    if !client.is_null() {
        // SAFETY: as the caller has promised.
        let client = unsafe { Box::from_raw(client) };
        guarded(|| drop(client));
    }
}

/// Frees a text that a function has returned.
///
/// # Safety
/// `text` is null, or from this library, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn latchkey_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: as the caller has promised.
        drop(unsafe { CString::from_raw(text) });
    }
}

const PANICKED: &str = "The library has failed. This is an error in it.";

fn not_a_text() -> String {
    "A pointer is null, or a text is not UTF-8.".to_owned()
}

/// What a function returns, unless it panics.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn in_background(
    client: Option<&Client>,
    listener: Listener,
    context: *mut c_void,
    start: impl FnOnce(&LicenseClient, Arc<Caller>) -> std::io::Result<Background>,
) -> *mut BackgroundWork {
    let caller = Arc::new(Caller::new(listener, context));
    let started = guarded(|| start(&client?.0, Arc::clone(&caller)).ok()).flatten();
    started.map_or(null_mut(), |work| Box::into_raw(Box::new(BackgroundWork { _work: work, caller })))
}

/// # Safety
/// `text` is null, or points to bytes that end with a null byte and outlast what is returned.
unsafe fn text_at<'a>(text: *const c_char) -> Option<&'a str> {
    if text.is_null() {
        return None;
    }
    // SAFETY: as the caller has promised.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

fn text_of(text: String) -> *mut c_char {
    CString::new(text).map_or(null_mut(), CString::into_raw)
}

/// # Safety
/// `error` is null or may be written.
unsafe fn handed_over<T>(made: Result<T, String>, error: *mut *mut c_char) -> *mut T {
    match made {
        Ok(made) => Box::into_raw(Box::new(made)),
        Err(sentence) => {
            if !error.is_null() {
                // SAFETY: as the caller has promised.
                unsafe { error.write(text_of(sentence)) };
            }
            null_mut()
        }
    }
}
