//! The lock of a storage that clients of all languages share (packages/conformance/README.md): the file `lock`, which one process at a time
//! creates. Not every runtime has locks of the system.

use crate::encoding::{random_fraction, random_id};
use crate::file_storage::for_user;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// How long others wait for one process, before they take it for dead. Nobody needs the lock for longer than a few writes.
const ABANDONED: Duration = Duration::from_secs(5);

/// Held until it is dropped.
pub(crate) struct FileLock {
    path: PathBuf,
    /// What the file has meanwhile.
    held: String,
}

impl FileLock {
    /// Waits until nobody else has it.
    pub fn take(folder: &Path) -> io::Result<Self> {
        let lock = Self { path: folder.join("lock"), held: random_id()? };
        let (mut other, mut waited) = (None, Duration::ZERO);
        loop {
            match lock.create() {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => return created.map(|()| lock),
            }
            let holder = lock.holder();
            if holder != other {
                (other, waited) = (holder, Duration::ZERO);
            } else if let Some(dead) = holder.filter(|_| waited >= ABANDONED) {
                lock.remove_that_of(&dead)?;
            }
            let pause = Duration::from_millis(5).saturating_add(Duration::from_millis(20).mul_f64(random_fraction()));
            sleep(pause);
            waited = waited.saturating_add(pause);
        }
    }

    /// It need not outlast a loss of power.
    fn create(&self) -> io::Result<()> {
        let mut file = for_user().create_new(true).open(&self.path)?;
        file.write_all(self.held.as_bytes()).inspect_err(|_| drop(fs::remove_file(&self.path)))
    }

    fn holder(&self) -> Option<String> {
        fs::read_to_string(&self.path).ok()
    }

    /// Renamed first: of several that remove it, one does. One that was taken meanwhile is put back.
    fn remove_that_of(&self, holder: &str) -> io::Result<()> {
        let removed = self.path.with_extension(format!("json.{}.tmp", random_id()?));
        if fs::rename(&self.path, &removed).is_ok() {
            if fs::read_to_string(&removed).is_ok_and(|had| had != holder) {
                // Whoever has taken it again keeps it.
                let _ = fs::hard_link(&removed, &self.path);
            }
            fs::remove_file(&removed)?;
        }
        Ok(())
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if self.holder().as_ref() == Some(&self.held) {
            // Who cannot remove it is taken for dead later.
            let _ = fs::remove_file(&self.path);
        }
    }
}
