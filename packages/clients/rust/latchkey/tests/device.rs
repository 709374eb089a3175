//! Which device and which installation requests name.

mod support;

use latchkey::{DeviceDescription, FileStorage, LicenseClient, Options, Storage};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use support::{Folder, Outcome, options};

const COMPONENTS: [(&str, &str); 3] = [("machine_id", "f00d"), ("disk_serial", "S1"), ("mac_1", "a4:83:e7:00:00:01")];
/// What the client in TypeScript makes of these components for the organization of these tests.
const KNOWN: &str = "m-h-0H4267c3x9YgWRp5LyQ4ts6Oyqa8-0HPc44ESPcW0";

fn described() -> Options {
    let describe = || DeviceDescription {
        components: COMPONENTS.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        ..DeviceDescription::default()
    };
    Options { device: Some(Box::new(describe)), ..options() }
}

fn stored_in(folder: &Folder, name: &str) -> Option<Arc<dyn Storage>> {
    Some(Arc::new(FileStorage::new(folder.path().join(name))))
}

/// The device and the installation that an activation names.
fn sent(options: Options) -> Outcome<(String, Option<String>)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}", listener.local_addr()?);
    let served = thread::spawn(move || -> std::io::Result<Vec<String>> {
        let (mut connection, _) = listener.accept()?;
        let lines = BufReader::new(connection.try_clone()?).lines();
        let headers = lines.map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
        connection.write_all(b"HTTP/1.1 503 Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")?;
        Ok(headers)
    });
    assert!(LicenseClient::new(Options { url, ..options })?.activate("KEY", "pc").is_err());
    let headers = served.join().map_err(|_| "The server has failed.")??;
    let named = |name: &str| headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).map(str::to_owned);
    Ok((named("license-device").ok_or("No device was named.")?, named("license-installation")))
}

#[test]
fn accounts_of_a_described_machine_are_installations_of_one_device() -> Outcome {
    let folder = Folder::new()?;
    let account = |name: &str| sent(Options { storage: stored_in(&folder, name), ..described() });
    let (first, second) = (account("first")?, account("second")?);
    assert_eq!((first.0.as_str(), second.0.as_str()), (KNOWN, KNOWN));
    assert!(first.1.is_some() && second.1.is_some() && first.1 != second.1);
    assert_eq!((account("first")?, account("second")?), (first, second));
    Ok(())
}

#[test]
fn a_storage_that_has_an_id_keeps_it_without_an_installation() -> Outcome {
    let folder = Folder::new()?;
    FileStorage::new(folder.path().join("old")).write("device", r#"{"id":"an-old-one"}"#)?;
    assert_eq!(sent(Options { storage: stored_in(&folder, "old"), ..described() })?, ("an-old-one".to_owned(), None));
    Ok(())
}

#[test]
fn an_id_of_the_application_is_that_of_the_device_and_the_stored_one_that_of_the_installation() -> Outcome {
    let folder = Folder::new()?;
    let named = || Options { device_id: Some("workstation-7".to_owned()), ..options() };
    let stored = LicenseClient::new(Options { storage: stored_in(&folder, "own"), ..options() })?.device_id()?;
    let (device, installation) = sent(Options { storage: stored_in(&folder, "own"), ..named() })?;
    assert_eq!((device.as_str(), installation), ("workstation-7", Some(stored)));
    assert_eq!(sent(named())?, ("workstation-7".to_owned(), None));
    Ok(())
}

#[test]
fn each_process_of_a_device_is_an_installation() -> Outcome {
    let named = || Options { process: true, device_id: Some("ci-runner".to_owned()), ..options() };
    let described = || Options { process: true, ..described() };
    for (first, second, device) in [(sent(named())?, sent(named())?, "ci-runner"), (sent(described())?, sent(described())?, KNOWN)] {
        assert_eq!((first.0.as_str(), second.0.as_str()), (device, device));
        assert!(first.1.is_some() && second.1.is_some() && first.1 != second.1);
    }
    Ok(())
}
