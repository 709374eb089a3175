//! Sends requests, and repeats what failed for a reason that passes. The caller sees to it that a repeated request does nothing twice.

use crate::clock::Clocks;
use crate::encoding::random_fraction;
use crate::{InvalidOption, Options, Unavailable, UnavailableReason};
use log::{debug, info};
use rustls::crypto::ring::default_provider;
use std::cell::Cell;
use std::collections::HashMap;
use std::env::consts;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use ureq::http::{Response, Uri};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, Proxy};

const LONGEST_ATTEMPT: Duration = Duration::from_secs(10);
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(20);
const MAX_ANSWER: u64 = 1024 * 1024;
const PROXY_STOPS: &str = "The proxy does not let the request pass";

/// A response of the service, whatever its status.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Of HTTP.
    pub status: u16,
    /// By their names in lower case.
    pub headers: HashMap<String, String>,
    /// The body.
    pub text: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// The configuration of an agent or of a request, which have no type in common. Redirects are not followed: the service makes none.
macro_rules! limited {
    ($config:expr, $timeout:expr) => {
        $config.timeout_global(Some($timeout)).http_status_as_error(false).max_redirects(0).max_redirects_will_error(false)
    };
}

/// A call of the application: one time limit for all of its requests, their repeats and the waits between them.
pub(crate) struct Call {
    limit: Duration,
    spent: Cell<Duration>,
}

impl Call {
    pub fn spent(&self) -> Duration {
        self.spent.get()
    }

    fn left(&self) -> Duration {
        self.limit.saturating_sub(self.spent())
    }

    fn spend(&self, time: Duration) {
        self.spent.set(self.spent().saturating_add(time));
    }
}

/// What a request has beside its URL.
pub(crate) struct Sent<'a> {
    pub body: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
}

/// Waits double and are random, so that applications do not all come back at once, and are never shorter than `Retry-After`.
pub(crate) struct Transport {
    agent: Agent,
    /// Whether the agent is that of the application, which has other limits.
    is_given: bool,
    timeout: Duration,
    attempts: u32,
    clocks: Arc<dyn Clocks>,
    user_agent: String,
}

impl Transport {
    pub fn new(options: &Options) -> Result<Self, InvalidOption> {
        let &Options { timeout, attempts, .. } = options;
        let agent = options.agent.clone().map_or_else(|| agent_with(options), Ok)?;
        let user_agent = format!("latchkey-rust/{} ({}-{})", env!("CARGO_PKG_VERSION"), consts::OS, consts::ARCH);
        Ok(Self { agent, is_given: options.agent.is_some(), timeout, attempts, clocks: Arc::clone(&options.clocks), user_agent })
    }

    /// What an operation of the application begins with.
    pub fn begin(&self) -> Call {
        Call { limit: self.timeout, spent: Cell::default() }
    }

    pub fn get(&self, call: &Call, url: &str) -> Result<Answer, Unavailable> {
        self.send(call, url, None)
    }

    pub fn post(&self, call: &Call, url: &str, sent: &Sent<'_>) -> Result<Answer, Unavailable> {
        self.send(call, url, Some(sent))
    }

    fn send(&self, call: &Call, url: &str, sent: Option<&Sent<'_>>) -> Result<Answer, Unavailable> {
        let mut longest = FIRST_WAIT;
        for _ in 1..self.attempts {
            let unavailable = match self.attempt(call, url, sent) {
                Ok(answer) => return Ok(answer),
                Err(unavailable) => unavailable,
            };
            let asked = unavailable.retry_after.unwrap_or_default();
            let wait = asked.saturating_add(longest.mul_f64(random_fraction()));
            // The response will be the same, or the service wants to be left alone for long.
            if unavailable.reason == UnavailableReason::NotTheService || asked > LONGEST_WAIT || wait >= call.left() {
                return Err(unavailable);
            }
            self.clocks.sleep(wait);
            call.spend(wait);
            longest = longest.saturating_mul(2).min(LONGEST_WAIT);
        }
        self.attempt(call, url, sent)
    }

    fn attempt(&self, call: &Call, url: &str, sent: Option<&Sent<'_>>) -> Result<Answer, Unavailable> {
        let limit = call.left().min(LONGEST_ATTEMPT);
        if limit.is_zero() {
            return Err(timed_out(self.timeout));
        }
        let started = Instant::now();
        let answered = self.answered(url, sent, limit);
        call.spend(started.elapsed().min(limit));
        // Neither license keys nor bodies are told.
        match &answered {
            Ok(answer) => debug!("{url}: {}", answer.status),
            Err(unavailable) => info!("{url}: {}: {}", unavailable.reason, unavailable.detail),
        }
        answered
    }

    fn answered(&self, url: &str, sent: Option<&Sent<'_>>, limit: Duration) -> Result<Answer, Unavailable> {
        let response = match sent {
            None => self.configured(self.agent.get(url), limit).header("user-agent", &self.user_agent).call(),
            Some(Sent { body, headers }) => {
                let request =
                    self.configured(self.agent.post(url), limit).header("user-agent", &self.user_agent).content_type("application/json");
                headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send(*body)
            }
        };
        let answer = response.and_then(answer_in).map_err(|error| self.unavailable_by(&error, url, limit))?;
        let failed = |reason, detail| Err(Unavailable { reason, detail, retry_after: retry_after(&answer) });
        match answer.status {
            407 => failed(UnavailableReason::NotTheService, format!("{PROXY_STOPS} (407: it asks for a sign-in).")),
            429 => failed(UnavailableReason::RateLimited, "Too many requests.".to_owned()),
            status @ (408 | 500..) => failed(UnavailableReason::ServerError, format!("The service answered {status}.")),
            _ => Ok(answer),
        }
    }

    /// What a request configures for itself, ureq prepares again for each, such as the certificates of the system. So only those do it that
    /// have less time than the agent gives them.
    fn configured<Kind>(&self, request: ureq::RequestBuilder<Kind>, limit: Duration) -> ureq::RequestBuilder<Kind> {
        let has_less = self.is_given || limit < self.timeout.min(LONGEST_ATTEMPT);
        if has_less { limited!(request.config(), limit).build() } else { request }
    }

    /// Host and port of the proxy that a request to a URL uses.
    fn proxy_of(&self, url: &str) -> Option<String> {
        let proxy = self.agent.config().proxy()?;
        let is_used = !proxy.is_no_proxy(&url.parse::<Uri>().ok()?);
        is_used.then(|| format!("{}:{}", proxy.host(), proxy.port()))
    }

    fn unavailable_by(&self, error: &ureq::Error, url: &str, limit: Duration) -> Unavailable {
        let (reason, detail) = match error {
            ureq::Error::Timeout(_) => return timed_out(limit),
            ureq::Error::BodyExceedsLimit(_) => (UnavailableReason::NotTheService, "The response is too long.".to_owned()),
            other => (UnavailableReason::Network, network_detail(other, host_in(url), self.proxy_of(url).as_deref())),
        };
        Unavailable { reason, detail, retry_after: None }
    }
}

fn timed_out(limit: Duration) -> Unavailable {
    let detail = format!("No response within {} ms.", limit.as_millis());
    Unavailable { reason: UnavailableReason::Timeout, detail, retry_after: None }
}

/// With the certificates and the proxy of the system, unless the options name others.
fn agent_with(Options { ca, proxy, timeout, .. }: &Options) -> Result<Agent, InvalidOption> {
    let certificates = |file| certificates_in(file).ok_or(InvalidOption("`ca` is no file with certificates in PEM."));
    let roots = ca.as_deref().map(certificates).transpose()?.map_or(RootCerts::PlatformVerifier, RootCerts::from);
    let tls = TlsConfig::builder().root_certs(roots).unversioned_rustls_crypto_provider(Arc::new(default_provider()));
    let mut config = limited!(Agent::config_builder(), LONGEST_ATTEMPT.min(*timeout)).tls_config(tls.build());
    if let Some(url) = proxy {
        config = config.proxy(Some(Proxy::new(url).map_err(|_| InvalidOption("`proxy` is not the URL of a proxy."))?));
    }
    Ok(config.build().new_agent())
}

fn certificates_in(file: &Path) -> Option<Vec<Certificate<'static>>> {
    let items: Result<Vec<_>, _> = parse_pem(&fs::read(file).ok()?).collect();
    let certificates = items.ok()?.into_iter().filter_map(|item| match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    });
    Some(certificates.collect()).filter(|certificates: &Vec<_>| !certificates.is_empty())
}

/// Without the name of a user.
fn host_in(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    authority.rsplit('@').next().unwrap_or(authority)
}

/// Why there is no connection, in words that tell people what to do, and with what Rust says. With a proxy, that is what was connected to.
fn network_detail(error: &ureq::Error, host: &str, proxy: Option<&str>) -> String {
    let to = proxy.map_or_else(|| host.to_owned(), |proxy| format!("the proxy {proxy}"));
    let said = error.to_string();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let is_certificate = says(&["certificate"]) || matches!(error, ureq::Error::Tls(_) | ureq::Error::Rustls(_));
    // What Windows says depends on its language; that it knows no such host is its error 11001.
    let is_nameless = says(&["failed to lookup address", "os error 11001"]) || matches!(error, ureq::Error::HostNotFound);
    let is_refused = matches!(error, ureq::Error::Io(io) if io.kind() == ErrorKind::ConnectionRefused);
    let has_no_way =
        matches!(error, ureq::Error::Io(io) if matches!(io.kind(), ErrorKind::NetworkUnreachable | ErrorKind::HostUnreachable));
    let cause = match error {
        ureq::Error::ConnectProxyFailed(_) => PROXY_STOPS.to_owned(),
        _ if is_certificate => format!("Certificate of {host} not trusted"),
        _ if is_nameless => format!("No such host: {to}"),
        _ if is_refused => format!("Connection refused by {to}"),
        _ if has_no_way && proxy.is_none() => format!("No way to {host}: a proxy may be needed"),
        _ if has_no_way => format!("No way to {to}"),
        _ => format!("No connection to {to}"),
    };
    format!("{cause} ({said}).")
}

/// Of several headers of a name, none is preferred.
fn answer_in(response: Response<Body>) -> Result<Answer, ureq::Error> {
    let status = response.status().as_u16();
    let mut headers: HashMap<String, String> = HashMap::new();
    for (name, value) in response.headers() {
        let value = String::from_utf8_lossy(value.as_bytes());
        let joined = headers.get(name.as_str()).map_or_else(|| value.to_string(), |before| format!("{before}, {value}"));
        headers.insert(name.as_str().to_owned(), joined);
    }
    let bytes = response.into_body().into_with_config().limit(MAX_ANSWER).read_to_vec()?;
    Ok(Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() })
}

/// `Retry-After` is a number of seconds or a date.
fn retry_after(answer: &Answer) -> Option<Duration> {
    let header = answer.header("retry-after")?;
    if header.len() < 10 && header.bytes().all(|each| each.is_ascii_digit()) {
        return header.parse().ok().map(Duration::from_secs);
    }
    let at = httpdate::parse_http_date(header).ok()?;
    Some(at.duration_since(SystemTime::now()).unwrap_or_default())
}
