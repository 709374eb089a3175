//! The license of one installation of an application.

use crate::background::Stop;
use crate::clock::Clock;
use crate::encoding::{JsonObject, object, parse_time, random_id, seconds_of, text_of};
use crate::lease::proven_lease;
use crate::machine_id::machine_id_of;
use crate::offline::OfflineActivation;
use crate::options::Options;
use crate::records::{DeviceRecord, LeaseRecord, LicenseRecord, Records};
use crate::reservations::UsageReservations;
use crate::service::Service;
use crate::signed_key::{SignedLicenseKey, verify_signed_key};
use crate::standing::{Standing, standing_in};
use crate::transport::Transport;
use crate::units::Units;
use crate::{
    DeviceDescription, Error, Expected, Fault, InvalidOption, Lease, MemoryStorage, Signers, Status, Storage, Validity, verify_lease,
};
use serde_json::{Value, json};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Why the application may not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There was none yet, or it was given back.
    NoLease,
    /// The clock of the machine shows a time before one that was seen earlier.
    ClockSetBack,
    /// The seller has ended the license.
    Revoked,
    /// The seller has suspended the license.
    Suspended,
    /// `Expired`, `WrongBenefit`, or what is wrong with a lease that was changed.
    Fault(Fault),
}

impl Reason {
    /// The name in the protocol.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoLease => "no_lease",
            Self::ClockSetBack => "clock_set_back",
            Self::Revoked => Status::Revoked.as_str(),
            Self::Suspended => Status::Suspended.as_str(),
            Self::Fault(fault) => fault.as_str(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// That the application may be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Usable {
    /// Whether the lease is in its time.
    pub validity: Validity,
    /// What the service has signed.
    pub lease: Lease,
    /// The lease should be renewed as soon as there is a network.
    pub refresh_due: bool,
}

/// Whether the application may be used now, decided without a network.
#[derive(Clone, Debug, PartialEq)]
pub enum LicenseState {
    /// It may.
    Usable(Box<Usable>),
    /// It may not.
    Unusable(Reason),
}

impl LicenseState {
    /// Whether it may.
    pub const fn is_usable(&self) -> bool {
        matches!(self, Self::Usable(_))
    }
}

/// What the service has said of a license key that is valid.
#[derive(Clone, Debug, PartialEq)]
pub struct Validation {
    /// The license key in the names of the API.
    pub license_key: JsonObject,
    /// What the customer needs to know; `None` if the service did not tell it, as in the answer to a request that was repeated.
    pub standing: Option<Standing>,
}

/// The operations. A clone is the same client; threads may share it.
#[derive(Clone)]
pub struct LicenseClient {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub options: Options,
    pub storage: Arc<dyn Storage>,
    pub records: Records,
    pub clock: Arc<Clock>,
    pub service: Service,
    pub device: OnceLock<DeviceDescription>,
    /// Ends the waits that have begun.
    pub waits: Mutex<Arc<Stop>>,
}

impl LicenseClient {
    /// Refuses options with which nothing could be verified.
    pub fn new(options: Options) -> Result<Self, InvalidOption> {
        let options = options.verified()?;
        let url = options.url.trim_end_matches('/').to_owned();
        let issuer = options.issuer.as_deref().unwrap_or(&url).trim_end_matches('/').to_owned();
        let (root_key, organization_id) = (options.root_key.clone(), options.organization_id.clone());
        let storage = options.storage.clone().unwrap_or_else(|| Arc::new(MemoryStorage::default()));
        let clock = Arc::new(Clock::new(Arc::clone(&storage), Arc::clone(&options.clocks)));
        let transport = Transport::new(&options)?;
        let service = Service {
            url,
            signers: Signers { root_key, issuer, organization_id },
            storage: Arc::clone(&storage),
            transport,
            clock: Arc::clone(&clock),
            known: Mutex::default(),
        };
        let records = Records::new(Arc::clone(&storage));
        let (device, waits) = (OnceLock::new(), Mutex::default());
        Ok(Self { inner: Arc::new(Inner { storage, records, clock, service, device, waits, options }) })
    }

    /// Which device this is. Self-reported: it stops nobody who wants to be another one.
    pub fn device_id(&self) -> io::Result<String> {
        self.inner.options.device_id.clone().map_or_else(|| Ok(self.stored_device()?.id), Ok)
    }

    /// Asks the service whether the key is valid. The answer is signed, so nobody but the service can say yes. `increment_usage` is counted
    /// once, however often the request has to be repeated.
    pub fn validate(&self, increment_usage: Option<u64>) -> Result<Validation, Error> {
        self.validate_counting(increment_usage.map(|units| ("increment_usage", json!(units))))
    }

    /// Validates the key and adds to one of its counters (docs/licensing/counters.md): once, however often the request has to be repeated.
    /// `counters` of the license key that it returns says what is left of each.
    pub fn increment(&self, counter: &str, units: u64) -> Result<Validation, Error> {
        self.validate_counting(Some(("increment", json!({ "counter": counter, "units": units }))))
    }

    fn validate_counting(&self, counted: Option<(&str, Value)>) -> Result<Validation, Error> {
        let (mut body, _) = self.presented()?;
        let idempotency_key = random_id()?;
        let mut headers = vec![];
        if let Some((field, value)) = counted {
            body.insert(field.to_owned(), value);
            headers.push(("idempotency-key", idempotency_key.as_str()));
        }
        let answer = self.inner.service.call_signed(&self.inner.service.begin(), "validate", &body, &headers)?;
        let is_granted = text_of(&answer.body, "status").as_deref() == Some("granted");
        if !is_granted || text_of(&answer.body, "id").is_none() {
            return Err(Fault::Malformed.into());
        }
        self.inner.clock.correct(answer.signed_at)?;
        if let Some(benefit_ids) = &self.inner.options.benefit_ids {
            let benefit_id = text_of(&answer.body, "benefit_id");
            if !benefit_ids.iter().any(|each| Some(each) == benefit_id.as_ref()) {
                return Err(Fault::WrongBenefit.into());
            }
        }
        Ok(Validation { license_key: answer.body, standing: answer.standing.as_deref().map(standing_in) })
    }

    /// Gets a lease, or renews it, and stores it. Returns what [`Self::check`] says from now on. A renewal settles the units of counters that
    /// were used, and takes as many as [`Self::lease_with_units`] has said, or, if there are no more, as many as were left.
    pub fn lease(&self) -> Result<LicenseState, Error> {
        let (state, stored) = self.renewed_with(None)?;
        stored?;
        Ok(state)
    }

    /// Stores a lease unless something else was stored meanwhile. If the storage can only be read, the lease counts in this program.
    pub(crate) fn store_lease(&self, record: &LeaseRecord, is_current: impl FnOnce() -> io::Result<bool>) -> Result<io::Result<()>, Error> {
        let guard = self.storage().lock();
        if !is_current()? {
            return Err(Error::NotActivated);
        }
        let written = self.inner.records.write_lease(record);
        Ok(guard.and(written))
    }

    /// Whether the application may be used, without a network. Cheap enough for every start. Verifies the stored lease again, as if it had
    /// just arrived: the storage belongs to whoever has the machine.
    pub fn check(&self) -> io::Result<LicenseState> {
        let unusable = |reason| Ok(LicenseState::Unusable(reason));
        let Some(record) = self.inner.records.lease()? else { return unusable(Reason::NoLease) };
        let Some(now) = self.inner.clock.time()? else { return unusable(Reason::ClockSetBack) };
        let device = self.device_id()?;
        let expected = Expected { license_key_id: record.license_key_id.as_deref(), ..self.expected(&device) };
        let verified = verify_lease(&record.lease, &record.signed_keys, now, &self.inner.service.signers, expected);
        let (lease, validity) = match (verified, record.status) {
            // A lease was issued before it is stored: that it is not valid yet is the fault of the clock.
            (Err(Fault::NotYetValid), _) => return unusable(Reason::ClockSetBack),
            (Err(fault), _) => return unusable(Reason::Fault(fault)),
            (Ok(_), Status::Revoked) => return unusable(Reason::Revoked),
            (Ok(_), Status::Suspended) => return unusable(Reason::Suspended),
            (Ok(verified), Status::Valid) => verified,
        };
        let activation_id = self.inner.records.license()?.and_then(|license| license.activation_id);
        let refresh_due = now >= lease.refresh_after || activation_id.as_ref() != Some(&lease.activation_id);
        Ok(LicenseState::Usable(Box::new(Usable { validity, lease, refresh_due })))
    }

    /// What a license key says that proves itself, if it is one of the benefits of the application. Nothing is stored or asked for.
    pub fn signed_key(&self, key: &str) -> Result<SignedLicenseKey, Error> {
        let benefit_ids = self.inner.options.benefit_ids.as_deref();
        Ok(verify_signed_key(key, &self.inner.service.signers, self.inner.clock.now()?, benefit_ids)?)
    }

    /// The stored lease, whatever the time is; `None` if there is none for this device, or it was ended.
    pub(crate) fn stored_lease(&self) -> io::Result<Option<Lease>> {
        let record = self.inner.records.lease()?.filter(|record| record.status == Status::Valid);
        let Some(record) = record else { return Ok(None) };
        let device = self.device_id()?;
        let expected = Expected { license_key_id: record.license_key_id.as_deref(), ..self.expected(&device) };
        Ok(proven_lease(&record.lease, &record.signed_keys, &self.inner.service.signers, expected).ok())
    }

    /// Renews the check-out of a floating license key (docs/licensing/floating.md), and returns how long it lasts.
    pub fn heartbeat(&self) -> Result<Duration, Error> {
        let (body, activation_id) = self.presented_activation()?;
        let answer = self.inner.service.call_signed(&self.inner.service.begin(), "heartbeat", &body, &[])?;
        let expires_at = parse_time(answer.body.get("checkout_expires_at")).ok_or(Fault::Malformed)?;
        if text_of(&answer.body, "id").as_ref() != Some(&activation_id) {
            return Err(Fault::Malformed.into());
        }
        self.inner.clock.correct(answer.signed_at)?;
        let left = seconds_of(expires_at).saturating_sub(answer.signed_at);
        Ok(Duration::from_secs(u64::try_from(left).unwrap_or_default()))
    }

    /// Gives the activation back, and before the units of counters that were not used. A lease keeps its place until it is over.
    pub fn deactivate(&self) -> Result<(), Error> {
        let (body, _) = self.presented_activation()?;
        if self.stored_lease()?.is_some_and(|lease| lease.units_id.is_some()) {
            match self.renewed_with(Some(&Units::new())) {
                Err(Error::Refused(_) | Error::Untrusted(_)) => {}
                renewed => drop(renewed?),
            }
        }
        match self.inner.service.call(&self.inner.service.begin(), "deactivate", &body, &[]) {
            Err(Error::Refused(refused)) if refused.code == "ACTIVATION_NOT_FOUND" => {}
            answer => drop(answer?),
        }
        Ok(self.inner.records.forget()?)
    }

    /// Activation by files, for machines that never have a network.
    pub const fn offline(&self) -> OfflineActivation<'_> {
        OfflineActivation { client: self }
    }

    /// Units of usage for work that may fail.
    pub const fn reservations(&self) -> UsageReservations<'_> {
        UsageReservations { client: self }
    }

    pub(crate) fn storage(&self) -> &dyn Storage {
        self.inner.storage.as_ref()
    }

    /// What requests say of the device. Accounts and processes of one machine have one device, and installations of their own where those
    /// have IDs.
    pub(crate) fn sent_device(&self) -> io::Result<DeviceRecord> {
        let options = &self.inner.options;
        let has_installation = options.process || options.storage.is_some();
        let Some(id) = options.device_id.clone() else {
            let DeviceRecord { id, installation } = self.stored_device()?;
            return Ok(DeviceRecord { id, installation: installation.filter(|_| has_installation) });
        };
        if !has_installation {
            return Ok(DeviceRecord { id, installation: None });
        }
        let stored = self.stored_device()?;
        Ok(DeviceRecord { id, installation: stored.installation.or(Some(stored.id)) })
    }

    fn stored_device(&self) -> io::Result<DeviceRecord> {
        self.inner.records.device(|| machine_id_of(self.description()?, &self.inner.options.organization_id))
    }

    pub(crate) fn expected<'a>(&'a self, device: &'a str) -> Expected<'a> {
        Expected { device, benefit_ids: self.inner.options.benefit_ids.as_deref(), ..Expected::default() }
    }

    pub(crate) fn presenting(&self, record: &LicenseRecord) -> JsonObject {
        let options = &self.inner.options;
        let mut body = self.key_of(record);
        body.insert("conditions".to_owned(), json!(record.conditions));
        if let Some(benefit_id) = &record.benefit_id {
            body.insert("benefit_id".to_owned(), json!(benefit_id));
        }
        if let Some(device) = self.described() {
            body.insert("device".to_owned(), device);
        }
        if let Some(application) = &options.application {
            body.insert("application".to_owned(), json!(application.to_json()));
        }
        body
    }

    pub(crate) fn described(&self) -> Option<Value> {
        Some(json!(self.description()?.to_json()))
    }

    /// The machine, which is asked once.
    fn description(&self) -> Option<&DeviceDescription> {
        let describe = self.inner.options.device.as_ref()?;
        Some(self.inner.device.get_or_init(describe))
    }

    pub(crate) fn presented(&self) -> Result<(JsonObject, LicenseRecord), Error> {
        let (record, activation_id) = self.activated()?;
        let mut body = self.presenting(&record);
        body.insert("activation_id".to_owned(), json!(activation_id));
        Ok((body, record))
    }

    fn presented_activation(&self) -> Result<(JsonObject, String), Error> {
        let (record, activation_id) = self.activated()?;
        let mut body = self.key_of(&record);
        body.insert("activation_id".to_owned(), json!(activation_id));
        Ok((body, activation_id))
    }

    pub(crate) fn presented_key(&self) -> Result<JsonObject, Error> {
        Ok(self.key_of(&self.with_key()?))
    }

    pub(crate) fn with_key(&self) -> Result<LicenseRecord, Error> {
        let record = self.inner.records.license()?;
        record.filter(|record| record.key.as_ref().is_some_and(|key| !key.is_empty())).ok_or(Error::NotActivated)
    }

    fn activated(&self) -> Result<(LicenseRecord, String), Error> {
        let record = self.with_key()?;
        let activation_id = record.activation_id.clone().filter(|id| !id.is_empty()).ok_or(Error::NotActivated)?;
        Ok((record, activation_id))
    }

    fn key_of(&self, record: &LicenseRecord) -> JsonObject {
        object(json!({ "key": record.key, "organization_id": self.inner.options.organization_id }))
    }
}
