//! What the conformance kit cannot reach: time that passes, and what an application may give.

mod support;

use latchkey::{
    Application, Error, InvalidOption, LicenseClient, LicenseState, Options, Reason, Storage, UnavailableReason, describe_device, json,
};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, SystemTime};
use support::{Outcome, options};

#[test]
fn a_lease_is_kept_fresh_until_the_background_is_dropped() -> Outcome {
    let client = LicenseClient::new(options())?;
    let (told, refreshes) = channel();
    let background = client.keep_fresh(Duration::ZERO, move |refreshed| drop(told.send(refreshed)))?;
    for _ in 0..3 {
        let refreshed = refreshes.recv()??;
        assert_eq!(refreshed.license, LicenseState::Unusable(Reason::NoLease));
        assert!(matches!((refreshed.status, refreshed.renewal), (Err(Error::NotActivated), Some(Err(Error::NotActivated)))));
    }
    drop(background);
    // The callback is dropped when the thread ends.
    assert!(refreshes.iter().all(|refreshed| refreshed.is_ok()));
    Ok(())
}

#[test]
fn a_stopped_background_does_no_further_step() -> Outcome {
    let client = LicenseClient::new(options())?;
    let (told, refreshes) = channel();
    let background = client.keep_fresh(Duration::MAX, move |refreshed| drop(told.send(refreshed)))?;
    assert!(refreshes.recv()?.is_ok());
    background.stop();
    background.join();
    assert_eq!(refreshes.iter().count(), 0);
    Ok(())
}

#[test]
fn heartbeats_end_when_there_is_nothing_to_renew() -> Outcome {
    let (told, heartbeats) = channel();
    LicenseClient::new(options())?.keep_checked_out(move |left| drop(told.send(left)))?.join();
    let heartbeats: Vec<_> = heartbeats.iter().collect();
    assert!(matches!(heartbeats.as_slice(), [Err(Error::NotActivated)]));
    Ok(())
}

/// A storage that cannot be read.
struct Broken;

impl Storage for Broken {
    fn read(&self, _: &str) -> io::Result<Option<String>> {
        Err(io::ErrorKind::PermissionDenied.into())
    }

    fn write(&self, _: &str, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::PermissionDenied.into())
    }

    fn create(&self, _: &str, _: &str) -> io::Result<bool> {
        Err(io::ErrorKind::PermissionDenied.into())
    }

    fn remove(&self, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::PermissionDenied.into())
    }

    fn lock(&self) -> io::Result<Box<dyn latchkey::Guard + '_>> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn a_storage_that_fails_is_told_and_does_not_end_the_background() -> Outcome {
    let client = LicenseClient::new(Options { storage: Some(Arc::new(Broken)), ..options() })?;
    assert!(client.check().is_err());
    assert!(matches!(client.activate("KEY", "pc"), Err(Error::Io(_))));
    let (told, refreshes) = channel();
    let background = client.keep_fresh(Duration::ZERO, move |refreshed| drop(told.send(refreshed.map_err(|error| error.kind()))))?;
    for _ in 0..2 {
        assert!(matches!(refreshes.recv()?, Err(io::ErrorKind::PermissionDenied)));
    }
    drop(background);
    assert!(json::answer(&client, r#"{"command":"check"}"#, &mut |_| ()).starts_with(r#"{"error":"permission denied","outcome":"error""#));
    Ok(())
}

#[test]
fn nobody_there_and_a_time_that_has_no_form_end_nothing() -> Outcome {
    let released_at = SystemTime::UNIX_EPOCH.checked_sub(Duration::from_secs(1));
    let application = Some(Application { version: None, released_at });
    let client = LicenseClient::new(Options { application, device: Some(Box::new(describe_device)), ..options() })?;
    let Err(Error::Unavailable(unavailable)) = client.activate("KEY", "pc") else { return Err("It was activated.".into()) };
    assert_eq!(unavailable.reason, UnavailableReason::Network);
    Ok(())
}

#[test]
fn this_machine_can_be_described() {
    let described = describe_device();
    assert!(described.platform.is_some_and(|platform| platform.contains('-')));
    assert!(described.components.contains_key("hostname"));
    assert!(described.components.values().all(|value| !value.is_empty()));
}

#[test]
fn options_with_which_nothing_could_be_verified_are_refused() {
    let refused = [
        Options { url: "licenses.example.com".into(), ..options() },
        Options { url: "https:///path".into(), ..options() },
        Options { root_key: "short".into(), ..options() },
        Options { benefit_ids: Some(vec![]), ..options() },
        Options { device_id: Some("a b".into()), ..options() },
        Options { device_id: Some("x".repeat(129)), ..options() },
        Options { process: true, device_id: Some("ci".into()), storage: Some(Arc::new(Broken)), ..options() },
        Options { process: true, ..options() },
        Options { ca: Some("/nowhere/company.pem".into()), ..options() },
        Options { ca: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").into()), ..options() },
        Options { proxy: Some("gopher://proxy.example".into()), ..options() },
        Options { proxy: Some("http://proxy.example".into()), agent: Some(ureq::Agent::new_with_defaults()), ..options() },
    ];
    let errors = refused.map(|options| LicenseClient::new(options).err().map(|error: InvalidOption| error.to_string()));
    let named = [
        "`url`",
        "`url`",
        "`root_key`",
        "`benefit_ids`",
        "`device_id`",
        "`device_id`",
        "`storage`",
        "`device_id`",
        "`ca`",
        "`ca`",
        "`proxy`",
        "`agent`",
    ];
    assert!(errors.iter().zip(named).all(|(error, name)| error.as_ref().is_some_and(|error| error.contains(name))), "{errors:?}");
}
