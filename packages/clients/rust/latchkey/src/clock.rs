//! What time it is by the service, as far as that is known.

use crate::encoding::{object, parse_object, seconds_of, to_json, whole};
use crate::storage::{Storage, locked};
use crate::tokens::TOLERANCE;
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

const NAME: &str = "clock";
/// A time that is this little later is not written again.
const WORTH_WRITING: u64 = 60;
/// A difference between clocks that changed by less is not written again.
const WORTH_CORRECTING: u64 = 10;

/// The clocks of the machine.
pub trait Clocks: Send + Sync {
    /// The time that it shows.
    fn now(&self) -> SystemTime;

    /// A clock that nobody can set: the time since any moment.
    fn monotonic(&self) -> Duration;

    /// Waits between attempts.
    fn sleep(&self, duration: Duration) {
        std::thread::sleep(duration);
    }

    /// How long a wait that can be ended takes until this much time has passed: nothing, if time does not pass by itself.
    fn background_wait(&self, duration: Duration) -> Duration {
        duration
    }
}

/// Those of the system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClocks {
    since: Instant,
}

impl Default for SystemClocks {
    fn default() -> Self {
        Self { since: Instant::now() }
    }
}

impl Clocks for SystemClocks {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn monotonic(&self) -> Duration {
        self.since.elapsed()
    }
}

/// In seconds since the epoch.
#[derive(Clone, Copy, Default)]
struct Remembered {
    /// The latest time that was seen.
    latest: i64,
    /// The latest time that the service has signed in an answer, or in a lease file.
    proven: i64,
    /// How far the clock of the service was ahead of that of the machine at that time.
    offset: i64,
}

/// The moment of a signed answer, by the service and by the machine.
#[derive(Clone, Copy)]
struct Anchor {
    time: i64,
    machine: i64,
    monotonic: i64,
}

#[derive(Default)]
struct State {
    anchor: Option<Anchor>,
    remembered: Option<Remembered>,
}

/// The clock of the machine may be wrong, and may be set: its difference to the service is learned from signed answers.
pub(crate) struct Clock {
    storage: Arc<dyn Storage>,
    clocks: Arc<dyn Clocks>,
    state: Mutex<State>,
}

impl Clock {
    pub fn new(storage: Arc<dyn Storage>, clocks: Arc<dyn Clocks>) -> Self {
        Self { storage, clocks, state: Mutex::default() }
    }

    /// The time now. If the clock of the machine is wrong, and nothing says by how much, the time that it shows.
    pub fn now(&self) -> io::Result<i64> {
        let known = self.known(&mut locked(&self.state))?;
        Ok(known.unwrap_or_else(|| self.machine()))
    }

    /// The time now; `None` if the clock of the machine shows a time before one that was seen earlier. Remembers the time.
    pub fn time(&self) -> io::Result<Option<i64>> {
        let state = &mut locked(&self.state);
        let (now, remembered) = (self.known(state)?, self.read(state)?);
        if let Some(now) = now.filter(|now| is_later(*now, remembered.latest)) {
            self.remember(state, Remembered { latest: now, ..remembered });
        }
        Ok(now)
    }

    /// Whether an answer may have been signed at this time: not before another one that was signed.
    pub fn is_plausible(&self, time: i64) -> io::Result<bool> {
        Ok(time >= self.read(&mut locked(&self.state))?.proven.saturating_sub(TOLERANCE))
    }

    /// The service has just said what time it is, for a request of now. This corrects whatever was known.
    pub fn correct(&self, time: i64) -> io::Result<()> {
        let state = &mut locked(&self.state);
        let before = self.read(state)?;
        let machine = self.machine();
        state.anchor = Some(Anchor { time, machine, monotonic: self.monotonic() });
        let offset = time.saturating_sub(machine);
        if time.abs_diff(before.latest) > WORTH_WRITING || offset.abs_diff(before.offset) > WORTH_CORRECTING {
            self.remember(state, Remembered { latest: time, proven: time, offset });
        }
        Ok(())
    }

    /// The service has said what time it was, in answer to a request of this machine that somebody carried: it is that, or later. What the
    /// machine believed beyond that was wrong, or is not known.
    pub fn correct_by_file(&self, time: i64) -> io::Result<()> {
        let state = &mut locked(&self.state);
        let Remembered { proven, offset, .. } = self.read(state)?;
        let (machine, latest) = (self.machine(), time.max(proven));
        let earliest = latest.saturating_sub(TOLERANCE);
        state.anchor = state.anchor.filter(|anchor| self.since(anchor) >= earliest);
        let is_possible = machine.max(machine.saturating_add(offset)) >= earliest;
        let offset = if is_possible { offset } else { latest.saturating_sub(machine) };
        self.remember(state, Remembered { latest, proven: latest, offset });
        Ok(())
    }

    /// A signed time of some day in the past: it is later than that now.
    pub fn at_least(&self, time: i64) -> io::Result<()> {
        let state = &mut locked(&self.state);
        let before = self.read(state)?;
        if is_later(time, before.latest) {
            self.remember(state, Remembered { latest: time, ..before });
        }
        Ok(())
    }

    /// In the process that got a signed answer, time has passed since as the monotonic clock says, or as the machine's clock says if that
    /// is more: the monotonic one may stand still while the machine sleeps. In another process, the machine's clock is right, or wrong by
    /// as much as before: the earlier of these times that is not before the latest one seen.
    fn known(&self, state: &mut State) -> io::Result<Option<i64>> {
        if let Some(anchor) = &state.anchor {
            return Ok(Some(self.since(anchor)));
        }
        let (remembered, machine) = (self.read(state)?, self.machine());
        let earliest = remembered.latest.saturating_sub(TOLERANCE);
        Ok([machine, machine.saturating_add(remembered.offset)].into_iter().filter(|time| *time >= earliest).min())
    }

    fn since(&self, anchor: &Anchor) -> i64 {
        let passed = self.monotonic().saturating_sub(anchor.monotonic).max(self.machine().saturating_sub(anchor.machine));
        anchor.time.saturating_add(passed)
    }

    fn machine(&self) -> i64 {
        seconds_of(self.clocks.now())
    }

    fn monotonic(&self) -> i64 {
        whole(self.clocks.monotonic())
    }

    fn read(&self, state: &mut State) -> io::Result<Remembered> {
        if let Some(remembered) = state.remembered {
            return Ok(remembered);
        }
        let stored = self.storage.read(NAME)?.and_then(|text| parse_object(&text)).unwrap_or_default();
        let time = |name| stored.get(name).and_then(Value::as_i64).unwrap_or_default();
        let remembered = Remembered { latest: time("latest"), proven: time("proven"), offset: time("offset") };
        state.remembered = Some(remembered);
        Ok(remembered)
    }

    fn remember(&self, state: &mut State, remembered: Remembered) {
        state.remembered = Some(remembered);
        let Remembered { latest, proven, offset } = remembered;
        let text = to_json(&object(json!({ "latest": latest, "proven": proven, "offset": offset })));
        // A full disk is no reason to stop an application that has a license. This process knows the time.
        let _ = self.storage.write(NAME, &text);
    }
}

fn is_later(time: i64, before: i64) -> bool {
    time > before && time.abs_diff(before) > WORTH_WRITING
}
