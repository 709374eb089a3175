package latchkey

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The standard library has no normal forms of Unicode. nfkc.mjs makes this table and describes it.
//
//go:embed nfkc.txt
var unicodeText string

type unicodeTable struct {
	decompositions map[rune][]rune
	compositions   map[[2]rune]rune
	// classes of combining marks; those of all other characters are 0.
	classes map[rune]int
	uppers  map[rune][]rune
}

var unicodeData = sync.OnceValue(func() unicodeTable {
	table := unicodeTable{map[rune][]rune{}, map[[2]rune]rune{}, map[rune]int{}, map[rune][]rune{}}
	for _, line := range strings.Split(strings.TrimSpace(unicodeText), "\n") {
		entries := strings.Fields(line)
		for _, entry := range entries[1:] {
			left, right, _ := strings.Cut(entry, "=")
			from, to := charactersIn(left), charactersIn(right)
			switch entries[0] {
			case "d":
				table.decompositions[from[0]] = to
			case "c":
				table.compositions[[2]rune{from[0], from[1]}] = to[0]
			case "k":
				table.classes[from[0]] = int(to[0])
			case "u":
				table.uppers[from[0]] = to
			}
		}
	}
	return table
})

func charactersIn(text string) []rune {
	var characters []rune
	for _, each := range strings.Split(text, "+") {
		character, _ := strconv.ParseInt(each, 16, 32)
		characters = append(characters, rune(character))
	}
	return characters
}

// Hangul syllables are computed: a leading consonant, a vowel and perhaps a trailing consonant (Unicode, section 3.12).
const (
	hangulBase   = 0xac00
	leadingBase  = 0x1100
	vowelBase    = 0x1161
	trailingBase = 0x11a7
	leadings     = 19
	vowels       = 21
	trailings    = 28
)

// nfkc is the normalization form KC of Unicode.
func nfkc(text string) string {
	if isASCII(text) {
		return text
	}
	table := unicodeData()
	var characters []rune
	for _, character := range text {
		characters = append(characters, table.decomposed(character)...)
	}
	for from := 0; from < len(characters); from++ {
		to := from
		for to < len(characters) && table.classes[characters[to]] != 0 {
			to++
		}
		slices.SortStableFunc(characters[from:to], func(a, b rune) int { return table.classes[a] - table.classes[b] })
		from = to
	}
	return string(table.composed(characters))
}

// upper also writes characters in upper case that become several, which the standard library leaves as they are.
func upper(text string) string {
	if isASCII(text) {
		return strings.ToUpper(text)
	}
	table := unicodeData()
	var upper []rune
	for _, character := range text {
		if several, isSpecial := table.uppers[character]; isSpecial {
			upper = append(upper, several...)
		} else {
			upper = append(upper, unicode.ToUpper(character))
		}
	}
	return string(upper)
}

func (table unicodeTable) decomposed(character rune) []rune {
	if syllable := character - hangulBase; syllable >= 0 && syllable < leadings*vowels*trailings {
		jamo := []rune{leadingBase + syllable/(vowels*trailings), vowelBase + syllable%(vowels*trailings)/trailings}
		if trailing := syllable % trailings; trailing != 0 {
			jamo = append(jamo, trailingBase+trailing)
		}
		return jamo
	}
	if decomposed, isComposed := table.decompositions[character]; isComposed {
		return decomposed
	}
	return []rune{character}
}

// composed joins each character with the last one before it that is no mark, unless there is a mark of the same or a higher class between.
func (table unicodeTable) composed(characters []rune) []rune {
	var composed []rune
	base, class := -1, -1
	for _, character := range characters {
		own := table.classes[character]
		if base >= 0 && class < own {
			if joined, isOne := table.joined(composed[base], character); isOne {
				composed[base] = joined
				continue
			}
		}
		if class = own; own == 0 {
			base, class = len(composed), -1
		}
		composed = append(composed, character)
	}
	return composed
}

func (table unicodeTable) joined(first, second rune) (rune, bool) {
	leading, vowel, trailing := first-leadingBase, second-vowelBase, second-trailingBase
	syllable := first - hangulBase
	switch {
	case leading >= 0 && leading < leadings && vowel >= 0 && vowel < vowels:
		return hangulBase + (leading*vowels+vowel)*trailings, true
	case syllable >= 0 && syllable < leadings*vowels*trailings && syllable%trailings == 0 && trailing > 0 && trailing < trailings:
		return first + trailing, true
	}
	joined, isOne := table.compositions[[2]rune{first, second}]
	return joined, isOne
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(character rune) bool { return character >= utf8.RuneSelf }) < 0
}
