package latchkey

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

type object = map[string]any

// parseObject returns nil if the text is no JSON object. Names are compared exactly, which structs of encoding/json do not do.
func parseObject(text string) object {
	if !utf8.ValidString(text) {
		return nil
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var parsed object
	if err := decoder.Decode(&parsed); err != nil {
		return nil
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil
	}
	return parsed
}

func textOf(value any) string {
	text, _ := value.(string)
	return text
}

func integerOf(value any) (int64, bool) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	integer, err := strconv.ParseInt(number.String(), 10, 64)
	return integer, err == nil
}

// timeOf reads a timestamp of the API; false if it is none.
func timeOf(value any) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339, textOf(value))
	return at, err == nil
}

// fromBase64 reads either alphabet, padded or not; nil if the text is in neither.
func fromBase64(text string) []byte {
	characters := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
	data, err := base64.RawStdEncoding.DecodeString(characters)
	if err != nil {
		return nil
	}
	return data
}

func toBase64URL(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// contentDigest is the value of a digest field (RFC 9530).
func contentDigest(text string) string {
	digest := sha256.Sum256([]byte(text))
	return "sha-256=:" + base64.StdEncoding.EncodeToString(digest[:]) + ":"
}

func randomBytes(length int) ([]byte, error) {
	random := make([]byte, length)
	_, err := rand.Read(random)
	return random, err
}

func newNonce() (string, error) {
	random, err := randomBytes(24)
	return toBase64URL(random), err
}

func newUUID() (string, error) {
	random, err := randomBytes(16)
	if err != nil {
		return "", err
	}
	random[6] = random[6]&0x0f | 0x40
	random[8] = random[8]&0x3f | 0x80
	text := hex.EncodeToString(random)
	return strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-"), nil
}

// quoted returns a text in JSON in which no character is escaped that need not be, which encoding/json does.
func quoted(text string) string {
	var written strings.Builder
	written.WriteByte('"')
	for _, character := range text {
		switch {
		case character == '"' || character == '\\':
			written.WriteByte('\\')
			written.WriteRune(character)
		case character < ' ':
			escaped, _ := json.Marshal(string(character))
			written.Write(escaped[1 : len(escaped)-1])
		default:
			written.WriteRune(character)
		}
	}
	written.WriteByte('"')
	return written.String()
}
