//! What the conformance kit cannot reach: processes that die, and threads.

mod support;

use latchkey::{FileStorage, LicenseClient, MemoryStorage, Storage};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Barrier};
use std::thread;
use support::{Folder, Outcome, options};

const CONTENT: usize = 64 * 1024;

/// What another process does with a storage: it runs this test alone, in which nothing happens otherwise.
#[test]
fn another_process() -> Outcome {
    let Ok(work) = std::env::var("LATCHKEY_WORK") else { return Ok(()) };
    let storage = FileStorage::for_application("flight-notes");
    if work == "find" {
        println!("begun {}", storage.map_or_else(|error| error.to_string(), |found| format!("{found:?}")));
        return Ok(());
    }
    let storage = storage?;
    let guard = if work == "lock" { Some(storage.lock()?) } else { None };
    storage.write("license", &"a".repeat(CONTENT))?;
    println!("begun");
    while guard.is_none() {
        storage.write("license", &"b".repeat(CONTENT))?;
        storage.write("license", &"a".repeat(CONTENT))?;
    }
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

/// Another process that has begun its work; the folder for data of its user is the one that is given.
fn begun(work: &str, data: &Path) -> Outcome<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--exact", "another_process", "--nocapture"]).env("LATCHKEY_WORK", work);
    for variable in ["XDG_DATA_HOME", "LOCALAPPDATA", "HOME"] {
        command.env(variable, data);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let lines = BufReader::new(child.stdout.as_mut().ok_or("There is no output.")?).lines();
    lines.map_while(Result::ok).find(|line| line.contains("begun")).ok_or("It has ended.")?;
    Ok(child)
}

/// What another process with these variables, and without those of the system, finds as the folder for data.
fn found(variables: &[(&str, &str)]) -> Outcome<String> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--exact", "another_process", "--nocapture"]).env_clear().env("LATCHKEY_WORK", "find");
    let printed = command.envs(variables.iter().copied()).output()?.stdout;
    let line = String::from_utf8(printed)?.lines().find_map(|line| Some(line.split_once("begun ")?.1.to_owned()));
    Ok(line.ok_or("It has ended.")?)
}

#[cfg(target_os = "linux")]
#[test]
fn data_are_in_one_folder_wherever_the_process_runs() -> Outcome {
    let stored = |folder: &str| format!("{:?}", FileStorage::new(Path::new(folder).join("flight-notes").join("license")));
    assert_eq!(found(&[("HOME", "/home/kim")])?, stored("/home/kim/.local/share"));
    assert_eq!(found(&[("HOME", "/home/kim"), ("XDG_DATA_HOME", "/data")])?, stored("/data"));
    assert_eq!(found(&[("HOME", ""), ("XDG_DATA_HOME", "/data")])?, stored("/data"));
    assert_eq!(found(&[("HOME", "/home/kim"), ("XDG_DATA_HOME", "data")])?, stored("/home/kim/.local/share"));
    for nowhere in [&[("HOME", "")][..], &[("HOME", "kim"), ("XDG_DATA_HOME", "")]] {
        assert!(found(nowhere)?.starts_with("There is no folder for the data"));
    }
    Ok(())
}

/// The storage of the other process, in the folder that the platform has for the data of an application.
fn stored_in(data: &Path) -> std::path::PathBuf {
    let below = if cfg!(target_os = "macos") { data.join("Library").join("Application Support") } else { data.to_owned() };
    below.join("flight-notes").join("license")
}

#[test]
fn the_lock_of_a_process_that_died_is_taken_over() -> Outcome {
    let data = Folder::new()?;
    let mut other = begun("lock", data.path())?;
    let lock = stored_in(data.path()).join("lock");
    let held = fs::read_to_string(&lock)?;
    other.kill()?;
    other.wait()?;
    let storage = FileStorage::new(stored_in(data.path()));
    let guard = storage.lock()?;
    assert_ne!(fs::read_to_string(&lock)?, held);
    drop(guard);
    assert!(!lock.exists());
    Ok(())
}

#[test]
fn a_process_that_dies_while_it_writes_leaves_a_whole_text() -> Outcome {
    let data = Folder::new()?;
    let mut other = begun("write", data.path())?;
    let storage = FileStorage::new(stored_in(data.path()));
    let is_whole = || -> Outcome<bool> {
        let text = storage.read("license")?.unwrap_or_default();
        Ok(text == "a".repeat(CONTENT) || text == "b".repeat(CONTENT))
    };
    for _ in 0..50 {
        assert!(is_whole()?);
    }
    other.kill()?;
    other.wait()?;
    assert!(is_whole()?);
    storage.write("license", "next")?;
    assert_eq!(storage.read("license")?.as_deref(), Some("next"));
    Ok(())
}

#[test]
fn a_write_that_fails_leaves_the_old_text_and_nothing_beside_it() -> Outcome {
    let folder = Folder::new()?;
    let storage = FileStorage::new(folder.path());
    fs::create_dir_all(folder.path().join("lease.json").join("taken"))?;
    storage.write("license", "old")?;
    assert!(storage.write("lease", "new").is_err());
    let mut names: Vec<_> = fs::read_dir(folder.path())?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    assert_eq!(names, ["lease.json", "license.json"]);
    assert_eq!(storage.read("license")?.as_deref(), Some("old"));
    Ok(())
}

#[test]
fn threads_that_ask_first_at_the_same_time_get_one_device_id() -> Outcome {
    let folder = Folder::new()?;
    let storages: [Arc<dyn Storage>; 2] = [Arc::new(MemoryStorage::default()), Arc::new(FileStorage::new(folder.path()))];
    for storage in storages {
        let barrier = Barrier::new(8);
        let ask = || {
            barrier.wait();
            LicenseClient::new(latchkey::Options { storage: Some(Arc::clone(&storage)), ..options() }).ok()?.device_id().ok()
        };
        let mut ids = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().ok().flatten()).collect::<Vec<_>>()
        });
        ids.dedup();
        assert!(matches!(ids.as_slice(), [Some(_)]), "{ids:?}");
    }
    Ok(())
}

#[test]
fn of_two_that_create_one_does() -> Outcome {
    let folder = Folder::new()?;
    let storages: [Box<dyn Storage>; 2] = [Box::new(MemoryStorage::default()), Box::new(FileStorage::new(folder.path()))];
    for storage in storages {
        assert_eq!([storage.create("device", "first")?, storage.create("device", "second")?], [true, false]);
        assert_eq!(storage.read("device")?.as_deref(), Some("first"));
        storage.remove("device")?;
        storage.remove("device")?;
        assert_eq!(storage.read("device")?, None);
    }
    Ok(())
}
