//! Repeats a step in a thread.

use crate::clock::Clocks;
use crate::encoding::random_fraction;
use crate::storage::locked;
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Stop {
    is_stopped: Mutex<bool>,
    changed: Condvar,
}

impl Stop {
    pub fn stop(&self) {
        *locked(&self.is_stopped) = true;
        self.changed.notify_all();
    }

    /// Whether it was stopped within this time.
    pub fn waited(&self, duration: Duration) -> bool {
        let waiting = self.changed.wait_timeout_while(locked(&self.is_stopped), duration, |is_stopped| !*is_stopped);
        *waiting.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Work that goes on in a thread until this is dropped. A step that is running then is finished, and nobody waits for it.
pub struct Background {
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Runs a step now, and again after what it returned, a tenth more or less, so that applications do not all come at once. `None` ends
    /// it.
    pub(crate) fn start(clocks: Arc<dyn Clocks>, mut step: impl FnMut() -> Option<Duration> + Send + 'static) -> io::Result<Self> {
        let stop = Arc::new(Stop::default());
        let stopping = Arc::clone(&stop);
        let run = move || {
            let mut wait = Duration::ZERO;
            while !stopping.waited(wait) {
                let Some(next) = step() else { break };
                let seconds = next.as_secs_f64() * (0.9 + random_fraction() * 0.2);
                wait = clocks.background_wait(Duration::try_from_secs_f64(seconds).unwrap_or(next));
            }
        };
        let thread = Some(Builder::new().name("latchkey".to_owned()).spawn(run)?);
        Ok(Self { stop, thread })
    }

    /// Waits until there is nothing left to do, as after a refused heartbeat, or until a step has ended after [`Self::stop`].
    pub fn join(mut self) {
        if let Some(thread) = self.thread.take() {
            // A callback that has panicked has ended the thread, and said so.
            let _ = thread.join();
        }
    }

    /// As dropping it does: there is no further step.
    pub fn stop(&self) {
        self.stop.stop();
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop();
    }
}
