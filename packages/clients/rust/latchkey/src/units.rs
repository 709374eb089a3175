//! Units of counters that came with a lease, and are used without a network (docs/licensing/counters.md). What was granted is in the lease,
//! which is signed; what was used is stored with the ID of the units, before it is allowed.

use crate::client::LicenseState;
use crate::encoding::{JsonObject, object, random_id, text_of};
use crate::lease::open_lease;
use crate::records::{LeaseRecord, LicenseRecord, UnitsRecord};
use crate::tokens::{MAX_TOKEN, kid_of};
use crate::transport::Call;
use crate::{Error, Expected, Fault, Lease, LicenseClient, Reason, Refused, Status};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;

/// A number of units for each counter, by its name.
pub type Units = BTreeMap<String, u64>;

/// A state, and whether what was learned could be stored.
type Renewed = Result<(LicenseState, io::Result<()>), Error>;

/// What is known of the units of an activation before a renewal of its lease.
#[derive(Default)]
struct UnitsBefore {
    /// The stored lease, which may be that of another activation.
    token: Option<String>,
    /// Whether a stored lease says which units the activation has.
    is_known: bool,
    /// Whether a settlement was sent before, whose answer is not stored.
    is_unanswered: bool,
    /// What is stored of units that are not settled yet.
    unsettled: Option<UnitsRecord>,
    settled: Option<JsonObject>,
    /// What the application has not used.
    left: Units,
    /// What the application wants of each lease.
    wanted: Units,
}

impl UnitsBefore {
    /// What a renewal asks for, one after the other, until the service has so many: what is wanted, or what was left, or nothing.
    fn takes(&self, wanted: &Units, is_repeated: bool) -> Vec<Units> {
        if wanted.is_empty() || (self.settled.is_none() && !is_repeated) {
            return vec![wanted.clone()];
        }
        let left = |counter| self.left.get(counter).copied().unwrap_or_default();
        let kept = wanted.iter().map(|(counter, units)| (counter.clone(), left(counter).min(*units)));
        let take: Units = kept.filter(|(_, units)| *units > 0).collect();
        if take.is_empty() { vec![wanted.clone(), take] } else { vec![wanted.clone(), take, Units::new()] }
    }
}

impl LicenseClient {
    /// [`Self::lease`], and says how many units of each counter the application wants to use without a network, of this lease and of those
    /// that follow. A refusal of units is returned, whether the lease could be renewed without them or not.
    pub fn lease_with_units(&self, units: &Units) -> Result<LicenseState, Error> {
        let (state, stored) = self.renewed_with(Some(units))?;
        stored?;
        Ok(state)
    }

    /// Uses units of a counter that came with the lease, without a network, and returns how many are left: what is used is stored before.
    /// Refused are more than is left (`COUNTER_LIMIT_REACHED`), a counter of which the lease has none (`INVALID_REQUEST`), a lease that is
    /// over (`LEASE_ENDED`, `REVOKED`, `DISABLED`) or was settled (`UNITS_SETTLED`), and a clock that was set back (`CLOCK_SET_BACK`).
    pub fn use_units(&self, counter: &str, units: u64) -> Result<u64, Error> {
        if units == 0 {
            return Err(refused("INVALID_REQUEST", 422, "Units are a whole number from 1."));
        }
        let _guard = self.storage().lock()?;
        let lease = match self.check()? {
            LicenseState::Usable(usable) => usable.lease,
            LicenseState::Unusable(reason) => return Err(unusable(reason)),
        };
        let Some(granted) = lease.units.get(counter) else {
            return Err(refused("INVALID_REQUEST", 422, format!("The lease has no units of counter `{counter}`.")));
        };
        let Some(mut record) = self.usable_units(&lease)? else {
            return Err(refused("UNITS_SETTLED", 403, "The units of the lease are settled. Renew it."));
        };
        let used = record.used.get(counter).copied().unwrap_or_default();
        let left = granted.saturating_sub(used);
        if units > left {
            let detail = format!("The lease has {left} units of counter `{counter}` left.");
            return Err(refused("COUNTER_LIMIT_REACHED", 400, detail));
        }
        record.used.insert(counter.to_owned(), used.saturating_add(units));
        self.inner.records.write_units(&record)?;
        Ok(left.saturating_sub(units))
    }

    /// How many units of each counter are left to be used without a network; none without a lease that is usable.
    pub fn units_left(&self) -> io::Result<Units> {
        let LicenseState::Usable(usable) = self.check()? else { return Ok(Units::new()) };
        let record = self.usable_units(&usable.lease)?;
        Ok(without(&usable.lease.units, record.as_ref().map_or(&usable.lease.units, |record| &record.used)))
    }

    /// What is stored of the units of a lease that may be used; `None` if they were settled, and the answer is not stored.
    pub(crate) fn usable_units(&self, lease: &Lease) -> io::Result<Option<UnitsRecord>> {
        Ok(self.inner.records.units()?.filter(|record| record.units_id == lease.units_id && !record.is_settling))
    }

    /// What [`Self::lease_with_units`] returns, or without units as many as before, and whether it could be stored.
    pub(crate) fn renewed_with(&self, units: Option<&Units>) -> Renewed {
        let presented = self.presented()?;
        let call = self.inner.service.begin();
        let (mut before, mut settled) = self.settle(&presented.1)?;
        let wanted = units.unwrap_or(&before.wanted).clone();
        if (units.is_some() || !wanted.is_empty()) && (before.settled.is_none() || before.is_unanswered) {
            // What an activation has is known before it takes more: of an answer that was lost, and where the storage was.
            drop(self.renewed_taking(&call, &presented, &before, &Units::new(), &before.wanted)?);
            (before, settled) = self.settle(&presented.1)?;
        }
        if settled.is_err() {
            let (state, stored) = self.renewed_taking(&call, &presented, &before, &Units::new(), &before.wanted)?;
            return Ok((state, settled.and(stored)));
        }
        let mut refused = None;
        for take in before.takes(&wanted, units.is_none()) {
            let kept = if refused.is_none() { &wanted } else { &before.wanted };
            match self.renewed_taking(&call, &presented, &before, &take, kept) {
                Err(Error::Refused(refusal)) if !take.is_empty() && is_about_units(&refusal) => drop(refused.get_or_insert(refusal)),
                renewed => return if units.is_some() { refused.map_or(renewed, |refusal| Err(Error::Refused(refusal))) } else { renewed },
            }
        }
        Err(refused.map_or(Error::NotActivated, Error::Refused))
    }

    /// Sends one request. Repeated, it takes no units again.
    fn renewed_taking(
        &self,
        call: &Call,
        (presented, record): &(JsonObject, LicenseRecord),
        before: &UnitsBefore,
        take: &Units,
        wanted: &Units,
    ) -> Renewed {
        let mut body = presented.clone();
        let idempotency_key = random_id()?;
        let mut headers = vec![];
        if let Some(settled) = before.settled.as_ref().filter(|_| before.unsettled.is_none()) {
            body.insert("settled".to_owned(), json!(settled));
        }
        if !take.is_empty() {
            body.insert("units".to_owned(), json!(take));
            headers.push(("idempotency-key", idempotency_key.as_str()));
        }
        let answer = self.inner.service.call_signed_with_nonce(call, "lease", body, &headers)?;
        let token = text_of(&answer.body, "lease").ok_or(Fault::Malformed)?;
        let keys = self.inner.service.keys_with(call, &kid_of(&token, MAX_TOKEN)?, Some(answer.signed_at))?;
        let device = self.device_id()?;
        let expected = Expected { license_key_id: record.license_key_id.as_deref(), nonce: Some(&answer.nonce), ..self.expected(&device) };
        let lease = open_lease(&token, &keys.keys, &self.inner.service.signers, expected)?;
        self.inner.clock.correct(answer.signed_at)?;
        let renewed = LeaseRecord {
            lease: token,
            signed_keys: keys.token.clone(),
            license_key_id: Some(lease.license_key_id.clone()),
            status: Status::Valid,
            status_issued_at: lease.issued_at,
        };
        let stored = self.store_renewed(lease, &renewed, before, wanted)?;
        Ok((self.check()?, stored))
    }

    /// Stores that the application uses none of its units any more, which the renewal then settles.
    fn settle(&self, license: &LicenseRecord) -> io::Result<(UnitsBefore, io::Result<()>)> {
        let before = self.known_units(license)?;
        if before.unsettled.is_none() {
            return Ok((before, Ok(())));
        }
        let _guard = match self.storage().lock() {
            Ok(guard) => guard,
            Err(error) => return Ok((before, Err(error))),
        };
        let mut before = self.known_units(license)?;
        let written = before.unsettled.take().map(|record| {
            let settling = UnitsRecord { is_settling: true, ..record.clone() };
            self.inner.records.write_units(&settling).map_err(|error| (record, error))
        });
        let Some(Err((record, error))) = written else { return Ok((before, Ok(()))) };
        before.unsettled = Some(record);
        Ok((before, Err(error)))
    }

    fn known_units(&self, license: &LicenseRecord) -> io::Result<UnitsBefore> {
        let records = &self.inner.records;
        let token = records.lease()?.map(|record| record.lease);
        let lease = self.stored_lease()?.filter(|lease| license.activation_id.as_ref() == Some(&lease.activation_id));
        let record = records.units()?;
        let of_activation = record.as_ref().filter(|record| license.activation_id.as_ref() == Some(&record.activation_id));
        let wanted = of_activation.map(|record| record.wanted.clone()).unwrap_or_default();
        let before = UnitsBefore { token, is_known: lease.is_some(), wanted, ..UnitsBefore::default() };
        let Some((lease, units_id)) = lease.and_then(|lease| lease.units_id.clone().map(|id| (lease, id))) else { return Ok(before) };
        let is_any = record.is_some();
        let of_lease = record.filter(|record| record.units_id.as_ref() == Some(&units_id));
        // Units of which it is not known what was used count as used.
        let left = without(&lease.units, of_lease.as_ref().map_or(&lease.units, |record| &record.used));
        let settled = json!({ "units_id": units_id, "units": without(&lease.units, &left) });
        let is_unanswered = of_lease.as_ref().map_or(is_any, |record| record.is_settling);
        let unsettled = of_lease.filter(|record| !record.is_settling);
        Ok(UnitsBefore { is_unanswered, unsettled, settled: Some(object(settled)), left, ..before })
    }

    /// Stores a lease with its units, unless another license was activated meanwhile. If the storage can only be read, the lease counts in
    /// this program.
    fn store_renewed(&self, lease: Lease, renewed: &LeaseRecord, before: &UnitsBefore, wanted: &Units) -> Result<io::Result<()>, Error> {
        let records = &self.inner.records;
        let mut stored = self.storage().lock();
        let license = records.license()?.ok_or(Error::NotActivated)?;
        if license.activation_id.as_ref() != Some(&lease.activation_id) {
            return Err(Error::NotActivated);
        }
        let known = records.units()?;
        let is_of_lease = known.as_ref().and_then(|record| record.units_id.as_ref()) == lease.units_id.as_ref();
        if !is_of_lease && records.lease()?.map(|record| record.lease) != before.token {
            // Another process has renewed the lease since, and has settled these units.
            return Ok(stored.map(drop));
        }
        if known.is_some() || lease.units_id.is_some() || !wanted.is_empty() {
            let unknown = if before.is_known { Units::new() } else { lease.units };
            let (used, is_settling) = known.filter(|_| is_of_lease).map_or((unknown, false), |record| (record.used, record.is_settling));
            let Lease { activation_id, units_id, .. } = lease;
            // First: a lease whose units have no record counts as used up.
            let written = records.write_units(&UnitsRecord { activation_id, wanted: wanted.clone(), units_id, used, is_settling });
            if written.is_err() && !is_of_lease {
                return Ok(written);
            }
            stored = stored.and_then(|guard| written.map(|()| guard));
        }
        let written = records.write_lease(renewed);
        Ok(stored.and(written))
    }
}

pub(crate) fn without(units: &Units, used: &Units) -> Units {
    let of = |counter| used.get(counter).copied().unwrap_or_default();
    units.iter().map(|(counter, count)| (counter.clone(), count.saturating_sub(of(counter)))).collect()
}

/// `None` if it is no number of units for each of some names.
pub(crate) fn units_in(value: Option<&Value>) -> Option<Units> {
    value?.as_object()?.iter().map(|(counter, units)| Some((counter.clone(), units.as_u64()?))).collect()
}

/// Whether the service refuses the units, not the lease.
fn is_about_units(refused: &Refused) -> bool {
    refused.code == "COUNTER_LIMIT_REACHED" || refused.status == 422
}

fn refused(code: &str, status: u16, detail: impl Into<String>) -> Error {
    Error::Refused(Refused { code: code.to_owned(), status, detail: detail.into(), retry_at: None, manage_url: None })
}

/// Why no units of a lease can be used that is not usable itself.
fn unusable(reason: Reason) -> Error {
    match reason {
        Reason::NoLease => Error::NotActivated,
        Reason::ClockSetBack => refused("CLOCK_SET_BACK", 403, "The clock of the machine shows a time before one that was seen earlier."),
        Reason::Fault(Fault::Expired) => refused("LEASE_ENDED", 403, "The lease and its grace are over. Renew it."),
        Reason::Revoked => refused("REVOKED", 403, "The license key or the activation of the lease has ended."),
        Reason::Suspended => refused("DISABLED", 403, "The license key of the lease is disabled."),
        Reason::Fault(fault) => fault.into(),
    }
}
