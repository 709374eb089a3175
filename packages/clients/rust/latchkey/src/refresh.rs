//! What an application does when it has a network.

use crate::lease::open_lease;
use crate::records::LeaseRecord;
use crate::tokens::{MAX_LIST, MAX_TOKEN, kid_of};
use crate::{Background, Error, Expected, Fault, LicenseClient, LicenseState, Reason, Status, status_in};
use std::io;
use std::time::Duration;

/// How often [`LicenseClient::keep_fresh`] refreshes if nothing speaks against it.
pub const REFRESH_EVERY: Duration = Duration::from_secs(600);
const SHORTEST_HEARTBEAT: Duration = Duration::from_secs(5);
/// After a heartbeat without an answer.
const AGAIN: Duration = Duration::from_secs(30);

/// What a refresh found, step by step.
#[derive(Debug)]
pub struct Refreshed {
    /// What [`LicenseClient::check`] says now.
    pub license: LicenseState,
    /// What the status list says.
    pub status: Result<Status, Error>,
    /// `None` if no renewal was due, or the service could not be reached.
    pub renewal: Option<Result<LicenseState, Error>>,
}

impl LicenseClient {
    /// Reads the signed status list, and remembers what it says about the lease. The key is not sent.
    pub fn check_status(&self) -> Result<Status, Error> {
        let Self { inner } = self;
        let record = inner.records.lease()?.ok_or(Error::NotActivated)?;
        let keys = inner.service.keys_with(&kid_of(&record.lease, MAX_TOKEN)?, None)?;
        let device = self.device_id()?;
        let expected = Expected { device: &device, ..Expected::default() };
        let lease = open_lease(&record.lease, &keys.keys, &inner.service.signers, expected)?;
        let listed = inner.service.published(&lease.status_uri)?;
        let keys = inner.service.keys_with(&kid_of(&listed, MAX_LIST)?, None)?;
        let (status, issued_at) = status_in(&listed, lease.status_index, &lease.status_uri, &keys.keys, inner.clock.now()?)?;
        if issued_at < record.status_issued_at {
            return Err(Fault::Replayed.into());
        }
        inner.clock.at_least(issued_at)?;
        let _guard = self.storage().lock()?;
        // Another lease may have been stored in the meantime, or this one given back.
        if inner.records.lease()?.is_none_or(|current| current.lease != record.lease) {
            return Err(Error::NotActivated);
        }
        inner.records.write_lease(&LeaseRecord { status, status_issued_at: issued_at, ..record })?;
        Ok(status)
    }

    /// Looks whether the lease was revoked, and renews it if that is due. Fails if the storage does.
    pub fn refresh(&self) -> io::Result<Refreshed> {
        let status = unless_io(self.check_status())?;
        let license = self.check()?;
        let is_due = match &license {
            LicenseState::Usable(usable) => usable.refresh_due,
            LicenseState::Unusable(reason) => !matches!(reason, Reason::Revoked | Reason::Suspended),
        };
        if matches!(status, Err(Error::Unavailable(_))) || !is_due {
            return Ok(Refreshed { license, status, renewal: None });
        }
        let renewal = Some(unless_io(self.lease())?);
        Ok(Refreshed { license: self.check()?, status, renewal })
    }

    /// Refreshes now and every so often ([`REFRESH_EVERY`]), in a thread, until what is returned is dropped.
    pub fn keep_fresh(
        &self,
        every: Duration,
        mut on_refresh: impl FnMut(io::Result<Refreshed>) + Send + 'static,
    ) -> io::Result<Background> {
        let client = self.clone();
        Background::start(move || {
            on_refresh(client.refresh());
            Some(every)
        })
    }

    /// Sends heartbeats in a thread, so that two in a row may be lost, until what is returned is dropped or the check-out is refused.
    pub fn keep_checked_out(&self, mut on_heartbeat: impl FnMut(Result<Duration, Error>) + Send + 'static) -> io::Result<Background> {
        let client = self.clone();
        Background::start(move || {
            let left = client.heartbeat();
            let next = match &left {
                Ok(left) => Some(SHORTEST_HEARTBEAT.max(left.div_f64(3.0))),
                Err(Error::Refused(_) | Error::NotActivated) => None,
                Err(_) => Some(AGAIN),
            };
            on_heartbeat(left);
            next
        })
    }
}

/// What an operation returns, unless the storage fails.
fn unless_io<T>(result: Result<T, Error>) -> io::Result<Result<T, Error>> {
    match result {
        Err(Error::Io(error)) => Err(error),
        other => Ok(other),
    }
}
