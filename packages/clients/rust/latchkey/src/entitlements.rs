//! Entitlements: what a license key entitles to.

use crate::encoding::JsonObject;
use crate::{Lease, Validation};
use serde_json::Value;

/// What a lease, or a license key that was validated, entitles to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entitlements {
    flags: Vec<(String, JsonObject)>,
}

impl Entitlements {
    /// What this list entitles to, as a lease or a license key has it. What is in another form is left out.
    #[must_use]
    pub fn of(listed: Option<&Value>) -> Self {
        let listed = listed.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let flags = listed.iter().filter_map(|each| {
            let benefit_id = each.get("benefit_id")?.as_str()?;
            let values = each.get("values")?.as_object()?;
            Some((benefit_id.to_owned(), values.clone()))
        });
        Self { flags: flags.collect() }
    }

    /// Whether it has this: a value with the name that is neither `false` nor 0, or the benefit with the ID.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let entitles = |value: &Value| value.as_bool() != Some(false) && value.as_f64() != Some(0.0);
        self.flags.iter().any(|(benefit_id, _)| benefit_id == name) || self.values(name).any(entitles)
    }

    /// The number with this name, such as `limit("pages")`; the highest of several. `None` if there is none.
    #[must_use]
    pub fn limit(&self, name: &str) -> Option<f64> {
        self.values(name).filter_map(Value::as_f64).reduce(f64::max)
    }

    fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Value> {
        self.flags.iter().filter_map(move |(_, values)| values.get(name))
    }
}

impl Lease {
    /// What it entitles to.
    #[must_use]
    pub fn entitlements(&self) -> Entitlements {
        Entitlements::of(self.claims.get("entitlements"))
    }
}

impl Validation {
    /// What the license key entitles to.
    #[must_use]
    pub fn entitlements(&self) -> Entitlements {
        Entitlements::of(self.license_key.get("entitlements"))
    }
}
