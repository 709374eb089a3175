//! License keys that people carry.

use unicode_normalization::UnicodeNormalization;

/// A license key as it was meant by whoever pasted it: without what surrounds it, and with plain letters and hyphens; one in the default
/// format of keys without anything unseen inside, and in upper case. The service does the same (docs/licensing/key-form-vectors.json).
pub fn normal_form(key: &str) -> String {
    let plain = with_hyphens(key);
    let plain = plain.trim_matches(|each| is_unseen(each) || is_quote(each));
    let visible: String = plain.chars().filter(|each| !is_unseen(*each)).collect();
    let formatted = with_hyphens(&visible.to_uppercase());
    if ends_with_id(&formatted) { formatted } else { plain.to_owned() }
}

/// The key with a hyphen for every dash. So is the prolonged sound mark, which the hyphen key of Japanese input types, between letters and
/// digits of ASCII: in a word it follows a kana.
fn with_hyphens(key: &str) -> String {
    let mut hyphenated = String::with_capacity(key.len());
    let mut before: Option<char> = None;
    let mut characters = key.nfkc().map(|each| if is_dash(each) { '-' } else { each }).peekable();
    while let Some(each) = characters.next() {
        let is_inside = before.is_some_and(|one| one.is_ascii_alphanumeric()) && characters.peek().is_some_and(char::is_ascii_alphanumeric);
        hyphenated.push(if each == '\u{30fc}' && is_inside { '-' } else { each });
        before = Some(each);
    }
    hyphenated
}

/// Whether the text is a UUID, or ends with a hyphen and one.
fn ends_with_id(text: &str) -> bool {
    let mut parts = text.rsplit('-');
    let is_id = [12, 4, 4, 4].iter().all(|length| parts.next().is_some_and(|part| is_hex(part, *length)));
    is_id && parts.next().is_some_and(|part| is_hex(part, 8))
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|each| matches!(each, b'0'..=b'9' | b'A'..=b'F'))
}

/// Blanks, control and format characters (Unicode Z, Cc, Cf).
fn is_unseen(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{20}' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
        | '\u{205f}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{3000}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

/// Unicode Quotation_Mark, and the grave accent.
fn is_quote(character: char) -> bool {
    matches!(character,
        '"' | '\'' | '`' | '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}' | '\u{2e42}'
        | '\u{300c}'..='\u{300f}' | '\u{301d}'..='\u{301f}' | '\u{fe41}'..='\u{fe44}' | '\u{ff02}' | '\u{ff07}' | '\u{ff62}' | '\u{ff63}')
}

/// Unicode Pd, and the minus sign.
fn is_dash(character: char) -> bool {
    matches!(
        character,
        '-' | '\u{58a}' | '\u{5be}' | '\u{1400}' | '\u{1806}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{2e17}'
                | '\u{2e1a}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{2e40}'
                | '\u{2e5d}'
                | '\u{301c}'
                | '\u{3030}'
                | '\u{30a0}'
                | '\u{fe31}'
                | '\u{fe32}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
                | '\u{10d6e}'
                | '\u{10ead}'
    )
}
