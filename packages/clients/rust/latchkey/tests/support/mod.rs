//! What tests share.
#![allow(dead_code)]

use latchkey::Options;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Of a service that nobody can reach.
pub fn options() -> Options {
    let (organization, root_key) = ("6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f", "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w");
    Options { attempts: 1, ..Options::new("http://127.0.0.1:1", organization, root_key) }
}

/// An empty folder that is removed when this is dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> std::io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("latchkey-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path)?;
        Ok(Self(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
