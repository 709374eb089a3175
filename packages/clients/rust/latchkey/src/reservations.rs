//! Reservations of usage (docs/licensing/reservations.md). The answers are not signed. Each is done once if it has to be repeated.

use crate::encoding::{JsonObject, object, parse_time, random_id, text_of};
use crate::service::number_in;
use crate::{Error, Fault, LicenseClient};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};

/// The usage of the license key after the operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// What was used.
    pub usage: u64,
    /// What may be used.
    pub limit_usage: Option<u64>,
    /// What all open reservations of the key hold.
    pub reserved_units: u64,
}

/// Units that are kept for this application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// Its ID.
    pub id: String,
    /// Until when.
    pub expires_at: SystemTime,
    /// The usage of the license key after the operation.
    pub usage: Usage,
}

/// The operations, from [`LicenseClient::reservations`].
#[derive(Clone, Copy)]
pub struct UsageReservations<'a> {
    pub(crate) client: &'a LicenseClient,
}

impl UsageReservations<'_> {
    /// Keeps units of the usage of the license key for this application.
    pub fn reserve(&self, units: u64, ttl: Option<Duration>) -> Result<Reservation, Error> {
        let mut fields = object(json!({ "units": units }));
        if let Some(ttl) = ttl {
            fields.insert("ttl_seconds".to_owned(), json!(ttl.as_secs()));
        }
        let body = self.call("reservations", fields)?;
        let id = text_of(&body, "id").ok_or(Fault::Malformed)?;
        let expires_at = parse_time(body.get("expires_at")).ok_or(Fault::Malformed)?;
        Ok(Reservation { id, expires_at, usage: usage_in(&body)? })
    }

    /// Uses the units of a reservation, or some of them; the others are free again.
    pub fn commit(&self, id: &str, units: Option<u64>) -> Result<Usage, Error> {
        let fields = units.map(|units| object(json!({ "units": units }))).unwrap_or_default();
        Ok(usage_in(&self.call(&format!("reservations/{id}/commit"), fields)?)?)
    }

    /// Gives the units of a reservation back.
    pub fn release(&self, id: &str) -> Result<(), Error> {
        self.call(&format!("reservations/{id}/release"), JsonObject::new()).map(drop)
    }

    fn call(&self, operation: &str, fields: JsonObject) -> Result<JsonObject, Error> {
        let mut body = self.client.presented_key()?;
        body.extend(fields);
        let service = &self.client.inner.service;
        service.call(&service.begin(), operation, &body, &[("idempotency-key", &random_id()?)])
    }
}

fn usage_in(body: &JsonObject) -> Result<Usage, Fault> {
    let is_unlimited = body.get("limit_usage").is_some_and(Value::is_null);
    let limit_usage = if is_unlimited { None } else { Some(number_in(body, "limit_usage")?) };
    Ok(Usage { usage: number_in(body, "usage")?, limit_usage, reserved_units: number_in(body, "reserved_units")? })
}
