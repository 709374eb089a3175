//! The storage that clients of all languages share (packages/conformance/README.md).

use crate::encoding::random_id;
use crate::file_lock::FileLock;
use crate::storage::{Guard, Storage};
use std::fs::{self, DirBuilder, DirEntry, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Remembers in files of a folder that only the user can read.
#[derive(Clone, Debug)]
pub struct FileStorage {
    folder: PathBuf,
    is_swept: Arc<AtomicBool>,
}

/// How old a file is that no process is still writing.
const ABANDONED: Duration = Duration::from_secs(3600);

impl FileStorage {
    /// In a folder, which is made when something is written.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), is_swept: Arc::default() }
    }

    /// In the folder that the system has for the data of an application, which is the same for clients of all languages
    /// (packages/conformance/README.md). Fails where there is none, because a device would be another one in each working directory.
    pub fn for_application(name: &str) -> io::Result<Self> {
        let of = |variable| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        // What `HOME` says, or else what the system knows of the user.
        let given = || std::env::var_os("HOME").filter(|_| !cfg!(windows)).map(PathBuf::from);
        let home = || given().or_else(std::env::home_dir).filter(|path| path.is_absolute());
        let data = if cfg!(windows) {
            of("LOCALAPPDATA").or_else(|| Some(home()?.join("AppData").join("Local")))
        } else if cfg!(target_os = "macos") {
            home().map(|home| home.join("Library").join("Application Support"))
        } else {
            of("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local").join("share")))
        };
        let nowhere =
            || io::Error::new(ErrorKind::NotFound, "There is no folder for the data of applications: the user has no home folder");
        Ok(Self::new(data.ok_or_else(nowhere)?.join(name).join("license")))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    fn make_folder(&self) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&self.folder)
    }

    /// Removes what processes left that died while they wrote.
    fn sweep(&self) {
        let is_partial = |name: &str| name.contains(".json.") && name.ends_with(".tmp");
        let age = |entry: &DirEntry| entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(is_partial) && age(&entry).is_some_and(|age| age > ABANDONED) {
                // Another process may have removed it.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Writes a text beside the file of this name, and does something with it.
    fn with_partial<T>(&self, name: &str, text: &str, place: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
        self.make_folder()?;
        if !self.is_swept.swap(true, Relaxed) {
            self.sweep();
        }
        let partial = self.folder.join(format!("{name}.json.{}.tmp", random_id()?));
        let placed = write_new(&partial, text).and_then(|()| place(&partial));
        // After a rename there is none.
        let _ = fs::remove_file(&partial);
        let placed = placed?;
        self.sync();
        Ok(placed)
    }

    /// Makes a new name in the folder outlast a loss of power. Windows opens no folders, and some file systems cannot sync them.
    fn sync(&self) {
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
    }
}

impl Storage for FileStorage {
    fn read(&self, name: &str) -> io::Result<Option<String>> {
        match fs::read(self.file(name)) {
            Ok(bytes) => Ok(Some(String::from_utf8(bytes).unwrap_or_default())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.with_partial(name, text, |partial| fs::rename(partial, self.file(name)))
    }

    /// A link has its content from the start, and there is one of a name. Not every file system has links.
    fn create(&self, name: &str, text: &str) -> io::Result<bool> {
        let file = self.file(name);
        let linked = |partial: &Path| match fs::hard_link(partial, &file) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => write_new(&file, text),
            linked => linked,
        };
        match self.with_partial(name, text, linked) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            written => written.map(|()| true),
        }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn lock(&self) -> io::Result<Box<dyn Guard + '_>> {
        self.make_folder()?;
        Ok(Box::new(FileLock::take(&self.folder)?))
    }
}

/// Fails if there is such a file.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = for_user().create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

pub(crate) fn for_user() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
