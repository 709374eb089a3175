//! Where an application keeps what the library has to remember.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Ends a lock when it is dropped.
pub trait Guard {}
impl<T> Guard for T {}

/// A few texts of some kilobytes, by name.
pub trait Storage: Send + Sync {
    /// `None` if there is nothing of this name.
    fn read(&self, name: &str) -> io::Result<Option<String>>;

    /// Replaces what has the name as a whole: after a failure or a crash it is the old or the new text.
    fn write(&self, name: &str, text: &str) -> io::Result<()>;

    /// Writes only if there is nothing of this name, and says whether it did. Of several that write at once, one does.
    fn create(&self, name: &str, text: &str) -> io::Result<bool>;

    /// Also if there is nothing of this name.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Of several that read and then write, one does at a time: the one that has the guard.
    fn lock(&self) -> io::Result<Box<dyn Guard + '_>>;
}

/// Remembers until the program ends.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    texts: Mutex<HashMap<String, String>>,
    lock: Mutex<()>,
}

impl MemoryStorage {
    fn texts(&self) -> MutexGuard<'_, HashMap<String, String>> {
        locked(&self.texts)
    }
}

impl Storage for MemoryStorage {
    fn read(&self, name: &str) -> io::Result<Option<String>> {
        Ok(self.texts().get(name).cloned())
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.texts().insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn create(&self, name: &str, text: &str) -> io::Result<bool> {
        let mut texts = self.texts();
        let is_new = !texts.contains_key(name);
        texts.entry(name.to_owned()).or_insert_with(|| text.to_owned());
        Ok(is_new)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.texts().remove(name);
        Ok(())
    }

    fn lock(&self) -> io::Result<Box<dyn Guard + '_>> {
        Ok(Box::new(locked(&self.lock)))
    }
}

/// What a mutex has, also after a thread has panicked: nothing is left half done here.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
