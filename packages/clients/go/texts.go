package latchkey

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxLeaseFile = 64 * 1024

var uuidAtEnd = regexp.MustCompile(`(^|-)[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$`)

// normalForm returns a license key as it was meant by whoever pasted it. The service does the same (docs/licensing/key-form-vectors.json).
func normalForm(key string) string {
	plain := strings.TrimFunc(hyphenated(key), func(character rune) bool {
		return isUnseen(character) || character == '`' || unicode.Is(unicode.Quotation_Mark, character)
	})
	visible := strings.Map(func(character rune) rune {
		if isUnseen(character) {
			return -1
		}
		return character
	}, plain)
	if formatted := hyphenated(upper(visible)); uuidAtEnd.MatchString(formatted) {
		return formatted
	}
	return plain
}

// hyphenated returns a key whose dashes are hyphens. So is the prolonged sound mark, which the hyphen key of Japanese input types, between
// letters and digits of ASCII: in a word it follows a kana.
func hyphenated(key string) string {
	characters := []rune(nfkc(key))
	for i, character := range characters {
		isTyped := character == '\u30fc' && i > 0 && i+1 < len(characters) && isAlphanumeric(characters[i-1]) && isAlphanumeric(characters[i+1])
		if isTyped || unicode.Is(unicode.Pd, character) || character == '\u2212' {
			characters[i] = '-'
		}
	}
	return string(characters)
}

func isAlphanumeric(character rune) bool {
	return character <= unicode.MaxASCII && (unicode.IsDigit(character) || unicode.IsLetter(character))
}

// isUnseen says that a character is a blank, a control or a format character.
func isUnseen(character rune) bool { return unicode.In(character, unicode.Z, unicode.Cc, unicode.Cf) }

// leaseFileIn returns the lease and the signed keys that a lease file has, which nothing proves yet.
func leaseFileIn(file string) (lease, signedKeys string, err error) {
	if utf8.RuneCountInString(file) > maxLeaseFile {
		return "", "", untrusted("too_long")
	}
	content := parseObject(fromMail(file))
	if content["type"] != "latchkey-lease-file" || content["version"] != json.Number("1") {
		return "", "", untrusted("wrong_type")
	}
	lease, hasLease := content["lease"].(string)
	signedKeys, hasKeys := content["signed_keys"].(string)
	if !hasLease || !hasKeys {
		return "", "", untrusted("malformed")
	}
	return lease, signedKeys, nil
}

// fromMail returns the JSON of a lease file that came by mail: without a byte order mark, the marks of a quotation, the wrapping of long
// lines, and what was written before and after it. None of its texts contains a blank.
func fromMail(file string) string {
	var joined strings.Builder
	for _, line := range strings.FieldsFunc(file, func(character rune) bool { return character == '\r' || character == '\n' }) {
		line = strings.TrimLeftFunc(line, func(character rune) bool { return character == '>' || isBlank(character) })
		joined.WriteString(strings.TrimSuffix(line, "="))
	}
	text := strings.Map(func(character rune) rune {
		switch {
		case isBlank(character):
			return -1
		case character >= '\u201c' && character <= '\u201f':
			return '"'
		}
		return character
	}, joined.String())
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return ""
	}
	return text[from : to+1]
}

func isBlank(character rune) bool {
	return unicode.IsSpace(character) || strings.ContainsRune("\u200b\u2060\ufeff", character)
}
