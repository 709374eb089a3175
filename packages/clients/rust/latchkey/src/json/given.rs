//! An object in JSON that an application gives. What it must not have is an error, so that no misspelt name is passed over.

use crate::encoding::JsonObject;
use crate::units::{Units, units_in};
use serde_json::Value;
use std::io::{self, ErrorKind};

/// A member that is `null` is one that was left out.
pub(super) struct Given<'a>(&'a JsonObject);

impl<'a> Given<'a> {
    /// Refuses names that are not known, with `there_is` followed by the name.
    pub fn new(given: &'a JsonObject, known: &[&str], there_is: &str) -> io::Result<Self> {
        match given.keys().find(|name| !known.contains(&name.as_str())) {
            Some(unknown) => Err(invalid(format!("{there_is} `{unknown}`."))),
            None => Ok(Self(given)),
        }
    }

    pub fn text(&self, name: &str) -> io::Result<Option<String>> {
        self.as_a(name, "a text", |value| value.as_str().map(str::to_owned))
    }

    pub fn required(&self, name: &str) -> io::Result<String> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    pub fn number(&self, name: &str) -> io::Result<Option<u64>> {
        self.as_a(name, "a whole number", Value::as_u64)
    }

    pub fn required_number(&self, name: &str) -> io::Result<u64> {
        self.number(name)?.ok_or_else(|| missing(name))
    }

    pub fn flag(&self, name: &str) -> io::Result<bool> {
        Ok(self.as_a(name, "`true` or `false`", Value::as_bool)?.unwrap_or_default())
    }

    pub fn object(&self, name: &str) -> io::Result<Option<&'a JsonObject>> {
        self.as_a(name, "an object", Value::as_object)
    }

    pub fn texts(&self, name: &str) -> io::Result<Option<Vec<String>>> {
        self.as_a(name, "a list of texts", |value| value.as_array()?.iter().map(|each| each.as_str().map(str::to_owned)).collect())
    }

    pub fn units(&self, name: &str) -> io::Result<Option<Units>> {
        self.as_a(name, "a whole number for each counter", |value| units_in(Some(value)))
    }

    pub fn value(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn as_a<T>(&self, name: &str, form: &str, read: impl Fn(&'a Value) -> Option<T>) -> io::Result<Option<T>> {
        let read = |value| read(value).ok_or_else(|| invalid(format!("`{name}` has to be {form}.")));
        self.value(name).map(read).transpose()
    }
}

/// The error with which a sentence is told.
pub(super) fn invalid(sentence: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, sentence.into())
}

fn missing(name: &str) -> io::Error {
    invalid(format!("`{name}` is missing."))
}
