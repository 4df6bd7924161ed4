package sentences

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"anbar/decode/extract"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"Dr. Miller paid $3.5 million. The U.S. office agreed.": {"Dr. Miller paid $3.5 million.", "The U.S. office agreed."},
		"See fig. 3 for e.g. the costs! Then “stop.” Next one.": {"See fig. 3 for e.g. the costs!", "Then “stop.”", "Next one."},
		"1. Scope of work. J. Smith leads it":                   {"1. Scope of work.", "J. Smith leads it"},
		"بودجه ۳.۵ میلیون است. آیا کافی است؟ بله!":              {"بودجه ۳.۵ میلیون است.", "آیا کافی است؟", "بله!"},
		"بر پایهٔ ص. ۱۲ گزارش، کار تمام شد… ادامه دارد.":        {"بر پایهٔ ص. ۱۲ گزارش، کار تمام شد…", "ادامه دارد."},
		"one line\n  the   next":                                {"one line", "the next"},
		"v1.2.3 is out. It works.":                              {"v1.2.3 is out.", "It works."},
		"":                                                      nil,
	} {
		if diff := cmp.Diff(want, Split(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestFormsOfAWordAreOne(t *testing.T) {
	for _, same := range [][]string{{"قراردادها", "قرارداد"}, {"کتاب‌هایشان", "کتاب"}, {"contracts", "contract"}, {"payments", "pay"}} {
		if a, b := stemWords(same[0]), stemWords(same[1]); diff(a, b) {
			t.Errorf("%v and %v: %v, %v", same[0], same[1], a, b)
		}
	}
	if got := stemWords("این را از آن‌ها می‌شود the of and"); len(got) > 0 {
		t.Errorf("words that say nothing: %v", got)
	}
}

func diff(a, b []string) bool { return !cmp.Equal(a, b) }

func para(texts ...string) []extract.Block {
	var all []extract.Block
	for _, s := range texts {
		b := extract.Block{Kind: extract.Paragraph, Text: s}
		if rest, ok := strings.CutPrefix(s, "# "); ok {
			b = extract.Block{Kind: extract.Heading, Level: 1, Text: rest}
		}
		all = append(all, b)
	}
	return all
}

func TestSentencesSayWhereTheyStand(t *testing.T) {
	blocks := para("# مالی", "هوا آفتابی بود. درآمد شرکت ۱۸ درصد رشد کرد و به ۱٬۶۵۰ میلیون تومان رسید.",
		"# قرارداد", "از همهٔ حاضران تشکر شد. مقرر شد قرارداد تا ۱۵ آذر ۱۴۰۵ امضا شود. بحث ادامه پیدا کرد.")
	for i := range blocks {
		blocks[i].Place = 1 + i/2
	}
	got := Choose(&extract.Document{Blocks: blocks}, extract.PDF, DefaultCount)
	want := &Result{
		Form: Prose, Language: "fa", Titles: []Sentence{}, Sheets: []Sheet{}, Sentences: []Sentence{
			{Text: "درآمد شرکت ۱۸ درصد رشد کرد و به ۱٬۶۵۰ میلیون تومان رسید.", Place: 1, Block: 1, Heading: "مالی"},
			{Text: "مقرر شد قرارداد تا ۱۵ آذر ۱۴۰۵ امضا شود.", Place: 2, Block: 3, Heading: "قرارداد"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSlidesAreTheirTitles(t *testing.T) {
	got := Choose(&extract.Document{Blocks: []extract.Block{
		{Kind: extract.Heading, Place: 1, Text: "Plan"}, {Kind: extract.Item, Place: 1, Text: "a point"},
		{Kind: extract.Note, Place: 1, Text: "say hello"}, {Kind: extract.Item, Place: 2, Text: "no title"},
		{Kind: extract.Item, Place: 3, Text: "above"}, {Kind: extract.Heading, Place: 3, Text: "Below"},
	}}, extract.Slides, DefaultCount)
	want := []Sentence{{Text: "Plan", Place: 1}, {Text: "no title", Place: 2, Block: 3}, {Text: "Below", Place: 3, Block: 5}}
	if diff := cmp.Diff(want, got.Titles); diff != "" || got.Form != Outline {
		t.Error(got.Form, diff)
	}
}

func TestSheetsAreColumnsAndTotals(t *testing.T) {
	row := func(place int, cells ...string) extract.Block {
		return extract.Block{Kind: extract.Row, Place: place, Cells: cells}
	}
	got := Choose(&extract.Document{Names: []string{"فروش", "Empty", "B"}, Cut: true, Blocks: []extract.Block{
		row(1, "گزارش فروش"), row(1, "ردیف", "کالا", "مبلغ"),
		row(1, "۱", "چای", "۱٬۲۵۰"), row(1, "۲", "قند", "750"), row(1, "جمع", "", "2000"),
		row(3, "x"), row(3, "1.5"),
	}}, extract.Sheet, DefaultCount)
	sum, b := 2000.0, 1.5
	want := []Sheet{
		{Name: "فروش", Place: 1, Rows: 2, Columns: []Column{
			{Name: "ردیف", Count: 2}, {Name: "کالا", Count: 2}, {Name: "مبلغ", Count: 2, Sum: &sum},
		}},
		{Name: "B", Place: 3, Rows: 1, Cut: true, Columns: []Column{{Name: "x", Count: 1, Sum: &b}}},
	}
	if diff := cmp.Diff(want, got.Sheets); diff != "" || got.Form != Tables {
		t.Error(got.Form, diff)
	}
}

func TestTooLittleTextHasNone(t *testing.T) {
	for _, texts := range [][]string{nil, {"One sentence."}, {"Hello. Thank you very much."}, {strings.Repeat("=", 5000)}} {
		if got := Choose(&extract.Document{Blocks: para(texts...)}, extract.Word, DefaultCount); got.Form != None {
			t.Errorf("%q: %v", texts, got)
		}
	}
}

// TestALongDocumentIsFast has the bar of docs/benchmarks.md, with room for a busy machine.
func TestALongDocumentIsFast(t *testing.T) {
	var blocks []extract.Block
	for i, size := 0, 0; size < 92_000; i++ {
		text := fmt.Sprintf("Section %d of the plan says that team %d moves %d boxes to store %d by day %d of month %d.",
			i, i%37, i*3, i%91, i%29, i%12)
		blocks = append(blocks, para(text)...)
		size += len(text)
	}
	began := time.Now()
	if got := Choose(&extract.Document{Blocks: blocks}, extract.Word, DefaultCount); len(got.Sentences) != DefaultCount {
		t.Errorf("%d sentences", len(got.Sentences))
	}
	if took := time.Since(began); took > 3*600*time.Millisecond {
		t.Errorf("it took %s", took)
	} else {
		t.Logf("%d sentences in %s", len(blocks), took)
	}
}

func TestTheSameDocumentGivesTheSame(t *testing.T) {
	var blocks []extract.Block
	for i := range 300 {
		blocks = append(blocks, para(fmt.Sprintf("Team %d agreed on plan %d for store %d.", i%7, i%11, i%13))...)
	}
	first := Choose(&extract.Document{Blocks: blocks}, extract.Word, DefaultCount)
	for range 5 {
		if diff := cmp.Diff(first, Choose(&extract.Document{Blocks: blocks}, extract.Word, DefaultCount)); diff != "" {
			t.Fatal(diff)
		}
	}
}
