//! What an application does when it has a network.

use crate::lease::open_lease;
use crate::records::LeaseRecord;
use crate::tokens::{MAX_LIST, MAX_TOKEN, kid_of};
use crate::{Background, Error, Expected, Fault, LicenseClient, LicenseState, Reason, Status, status_in};
use std::io;
use std::sync::Arc;
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
    /// Why what was learned could not be stored: it counts until the program ends. `None` if the storage did not fail.
    pub not_stored: Option<io::Error>,
}

impl LicenseClient {
    /// Reads the signed status list, and remembers what it says about the lease. The key is not sent.
    pub fn check_status(&self) -> Result<Status, Error> {
        let (status, stored) = self.read_status()?;
        stored?;
        Ok(status)
    }

    /// The status, and whether it could be stored.
    fn read_status(&self) -> Result<(Status, io::Result<()>), Error> {
        let Self { inner } = self;
        let record = inner.records.lease()?.ok_or(Error::NotActivated)?;
        let call = inner.service.begin();
        let keys = inner.service.keys_with(&call, &kid_of(&record.lease, MAX_TOKEN)?, None)?;
        let device = self.device_id()?;
        let expected = Expected { device: &device, ..Expected::default() };
        let lease = open_lease(&record.lease, &keys.keys, &inner.service.signers, expected)?;
        let listed = inner.service.published(&call, &lease.status_uri)?;
        let keys = inner.service.keys_with(&call, &kid_of(&listed, MAX_LIST)?, None)?;
        let (status, issued_at) = status_in(&listed, lease.status_index, &lease.status_uri, &keys.keys, inner.clock.now()?)?;
        if issued_at < record.status_issued_at {
            return Err(Fault::Replayed.into());
        }
        inner.clock.at_least(issued_at)?;
        let updated = LeaseRecord { status, status_issued_at: issued_at, ..record.clone() };
        // Another lease may have been stored in the meantime, or this one given back.
        let is_current = || Ok(inner.records.lease()?.is_some_and(|current| current.lease == record.lease));
        Ok((status, self.store_lease(&updated, is_current)?))
    }

    /// Looks whether the lease was revoked, and renews it if that is due, or if units were settled and the answer was lost. Fails if the storage cannot be read.
    pub fn refresh(&self) -> io::Result<Refreshed> {
        let mut not_stored = None;
        let status = split(self.read_status(), &mut not_stored)?;
        let license = self.check()?;
        let is_due = match &license {
            LicenseState::Usable(usable) => {
                let lease = &usable.lease;
                usable.refresh_due || (lease.units_id.is_some() && self.usable_units(lease)?.is_none())
            }
            LicenseState::Unusable(reason) => !matches!(reason, Reason::Revoked | Reason::Suspended),
        };
        if matches!(status, Err(Error::Unavailable(_))) || !is_due {
            return Ok(Refreshed { license, status, renewal: None, not_stored });
        }
        let renewal = Some(split(self.renewed_with(None), &mut not_stored)?);
        Ok(Refreshed { license: self.check()?, status, renewal, not_stored })
    }

    /// Refreshes now and every so often ([`REFRESH_EVERY`]), in a thread, until what is returned is dropped.
    pub fn keep_fresh(
        &self,
        every: Duration,
        mut on_refresh: impl FnMut(io::Result<Refreshed>) + Send + 'static,
    ) -> io::Result<Background> {
        let (client, clocks) = (self.clone(), Arc::clone(&self.inner.options.clocks));
        Background::start(clocks, move || {
            on_refresh(client.refresh());
            Some(every)
        })
    }

    /// Sends heartbeats in a thread, so that two in a row may be lost, until what is returned is dropped or the check-out is refused.
    pub fn keep_checked_out(&self, mut on_heartbeat: impl FnMut(Result<Duration, Error>) + Send + 'static) -> io::Result<Background> {
        let (client, clocks) = (self.clone(), Arc::clone(&self.inner.options.clocks));
        Background::start(clocks, move || {
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

/// What an operation returns, unless the storage cannot be read. Why it could not be written is kept.
fn split<T>(result: Result<(T, io::Result<()>), Error>, not_stored: &mut Option<io::Error>) -> io::Result<Result<T, Error>> {
    match result {
        Err(Error::Io(error)) => Err(error),
        Err(other) => Ok(Err(other)),
        Ok((learned, stored)) => {
            *not_stored = stored.err().or(not_stored.take());
            Ok(Ok(learned))
        }
    }
}
