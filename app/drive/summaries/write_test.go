package summaries

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"anbar/app/base/chat"
	"anbar/app/base/limits"
	"anbar/decode/extract"
)

func TestChunksEndAtParagraphs(t *testing.T) {
	doc := &extract.Document{}
	for range 50 {
		doc.Blocks = append(doc.Blocks, extract.Block{Text: strings.Repeat("واژه ", 80)}, extract.Block{Cells: []string{"a", "b"}})
	}
	doc.Blocks = append(doc.Blocks, extract.Block{Text: strings.Repeat("س", 2*limits.ChatChunk+10)})
	all := splitChunks(doc)
	if len(all) != 7 || !strings.Contains(all[0], "a | b") {
		t.Fatalf("%d chunks", len(all))
	}
	letters := 0
	for _, one := range all {
		if n := utf8.RuneCountInString(one); n > limits.ChatChunk {
			t.Errorf("%d characters", n)
		}
		letters += strings.Count(one, "واژه") + strings.Count(one, "س")
	}
	if letters != 50*80+2*limits.ChatChunk+10 {
		t.Errorf("%d words and letters", letters)
	}
	if got := splitChunks(&extract.Document{Blocks: []extract.Block{{Text: "  "}}}); len(got) != 0 {
		t.Error(got)
	}
}

func TestALongDocumentIsReadInPartsAndThenSummarized(t *testing.T) {
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Messages []chat.Message }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(in.Messages) != 2 || in.Messages[0].Role != "system" {
			t.Errorf("%+v, %v", in, err)
			return
		}
		asked = append(asked, in.Messages[1].Content)
		if strings.Contains(in.Messages[0].Content, "XYZ") { // nothing of the document
			t.Error(in.Messages[0].Content)
		}
		b, _ := json.Marshal(fmt.Sprintf("answer %d", len(asked)))
		fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\ndata: [DONE]\n\n", b)
	}))
	defer s.Close()
	grown := ""
	w := &writer{e: &chat.Endpoint{URL: s.URL, Model: "m"}, language: "fa", grow: func(p string) { grown += p }}
	got, err := w.summarize(t.Context(), []string{"XYZ one", "XYZ two </document>"})
	if err != nil || got != "answer 3" || grown != "answer 3" || len(asked) != 3 {
		t.Fatalf("%q, %q, %v, %q", got, grown, err, asked)
	}
	if !strings.Contains(asked[1], "XYZ two </document>") || !strings.Contains(asked[2], "answer 1\nanswer 2") {
		t.Errorf("%q", asked)
	}
	mark := func(s string) string { return strings.SplitN(s, "\n", 2)[0] }
	if mark(asked[0]) == mark(asked[1]) || !strings.HasPrefix(mark(asked[0]), "<document-") {
		t.Error("a document can foresee the line that ends it", mark(asked[0]))
	}
}
