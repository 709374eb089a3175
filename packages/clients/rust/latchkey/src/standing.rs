//! What the customer of a valid license key needs to know (docs/licensing/standing.md).

use crate::encoding::parse_time;
use serde_json::Value;
use std::collections::HashMap;
use std::time::SystemTime;

const LONGEST_TEXT: usize = 64;
const MOST_DIGITS: usize = 15;

/// What is `None` does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The key is the trial of a device.
    pub trial: Option<Trial>,
    /// The subscription is past due.
    pub past_due: Option<PastDue>,
    /// More places are taken than the limit allows.
    pub over_limit: Option<OverLimit>,
    /// A purchase renewed the key within the last 30 days.
    pub renewed: Option<Renewed>,
}

/// The trial of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// When it ends.
    pub until: Option<SystemTime>,
}

/// A subscription that is past due.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastDue {
    /// When the key stops working unless it is paid.
    pub until: Option<SystemTime>,
}

/// More places than the limit allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OverLimit {
    /// The limit.
    pub limit: Option<u64>,
    /// The places that are taken.
    pub used: Option<u64>,
}

/// A renewal by a purchase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewed {
    /// When it was renewed.
    pub at: Option<SystemTime>,
    /// Until when the key is valid now.
    pub until: Option<SystemTime>,
}

/// Reads the header `License-Standing`. Later versions of the service may tell more, which is left out.
pub(crate) fn standing_in(header: &str) -> Standing {
    let told: HashMap<&str, Parameters<'_>> = header.split(", ").filter_map(item_in).collect();
    let told = |name| told.get(name);
    Standing {
        trial: told("trial").map(|with| Trial { until: time(with, "until") }),
        past_due: told("past_due").map(|with| PastDue { until: time(with, "until") }),
        over_limit: told("over_limit").map(|with| OverLimit { limit: count(with, "limit"), used: count(with, "used") }),
        renewed: told("renewed").map(|with| Renewed { at: time(with, "at"), until: time(with, "until") }),
    }
}

/// The texts and numbers that a circumstance has, by their names.
type Parameters<'a> = HashMap<&'a str, Value>;

fn time(parameters: &Parameters<'_>, name: &str) -> Option<SystemTime> {
    parse_time(parameters.get(name))
}

fn count(parameters: &Parameters<'_>, name: &str) -> Option<u64> {
    parameters.get(name)?.as_u64()
}

/// A circumstance, such as `over_limit;limit=3;used=10`; `None` if it is not in its form.
fn item_in(text: &str) -> Option<(&str, Parameters<'_>)> {
    let (item, mut rest) = name_at(text)?;
    let mut parameters = HashMap::new();
    while !rest.is_empty() {
        let (name, after) = name_at(rest.strip_prefix(';')?)?;
        let (value, after) = value_at(after.strip_prefix('=')?)?;
        parameters.insert(name, value);
        rest = after;
    }
    Some((item, parameters))
}

/// The name at the beginning of a text, and what follows it.
fn name_at(text: &str) -> Option<(&str, &str)> {
    let is_letter = |each: char| each.is_ascii_lowercase();
    let end = text.find(|each: char| !is_letter(each) && !each.is_ascii_digit() && each != '_').unwrap_or(text.len());
    text.split_at_checked(end).filter(|(name, _)| name.starts_with(is_letter))
}

/// The text in quotes or the number at the beginning of a text, and what follows it.
fn value_at(text: &str) -> Option<(Value, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (value, after) = quoted.split_once('"')?;
        let is_text = value.chars().count() <= LONGEST_TEXT && !value.contains('\\');
        return is_text.then(|| (Value::from(value), after));
    }
    let (number, after) = text.split_at_checked(text.find(';').unwrap_or(text.len()))?;
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_number = (1..=MOST_DIGITS).contains(&digits.len()) && digits.bytes().all(|each| each.is_ascii_digit());
    is_number.then_some((Value::from(number.parse::<i64>().ok()?), after))
}

#[cfg(test)]
mod tests {
    use super::{OverLimit, PastDue, Renewed, Standing, Trial, standing_in};

    #[test]
    fn every_circumstance_is_read_with_its_parameters() {
        let (at, until) = ("2026-06-01T12:00:00.000Z", "2027-06-01T12:00:00.000Z");
        let time = |text: &str| humantime::parse_rfc3339(text).ok();
        let header =
            format!(r#"trial;until="{until}", past_due;until="{until}", over_limit;limit=3;used=10, renewed;at="{at}";until="{until}""#);
        let expected = Standing {
            trial: Some(Trial { until: time(until) }),
            past_due: Some(PastDue { until: time(until) }),
            over_limit: Some(OverLimit { limit: Some(3), used: Some(10) }),
            renewed: Some(Renewed { at: time(at), until: time(until) }),
        };
        assert_eq!(standing_in(&header), expected);
    }

    #[test]
    fn what_says_nothing_is_not_known_or_is_malformed_is_left_out() {
        let trial = Standing { trial: Some(Trial::default()), ..Standing::default() };
        assert_eq!(standing_in(r#"trial, moved;to="Mars", constructor"#), trial);
        assert_eq!(standing_in(r#"trial;until="Mars""#), trial);
        let commas = ",".repeat(1000);
        for malformed in
            ["good", "", "trial;", "trial;until=", "TRIAL", r#"trial;until="a\"b""#, "trial;until=1x", "trial;until=-", &commas]
        {
            assert_eq!(standing_in(malformed), Standing::default(), "{malformed}");
        }
    }
}
