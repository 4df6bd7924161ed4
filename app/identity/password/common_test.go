package password

import (
	"slices"
	"testing"
)

func TestCommonPasswordsAreFoundInEveryDress(t *testing.T) {
	for _, word := range []string{"Password1!", "P@ssw0rd", "Qwertyuiop1!", "!!Dragon12", "Tehran@1234", "1234Alireza!", "W3lcome-1",
		"Reyhaneh-12", "Aa123456!", "Qq111111@", "12345678!", "aB!98765", "aaaa5678!!"} {
		if !IsCommon(word, "Reyhaneh", "x") {
			t.Errorf("%q passed", word)
		}
	}
	for _, word := range []string{"Correct-1-horse", "Open-1-sesame", "dragon-8372-1947-xk", "Kj8#mQ2!x", "Reyhaneh-goes-12", "48151623!",
		""} {
		if IsCommon(word, "Reyhaneh", "") {
			t.Errorf("%q was refused", word)
		}
	}
	if !slices.IsSorted(common) || len(common) < 5000 {
		t.Errorf("the list has %d words, sorted: %v", len(common), slices.IsSorted(common))
	}
}
