package sentences

import (
	"strings"
	"unicode"

	"anbar/app/base/names"
)

// stemWords returns the stems of a text without the words that say nothing by themselves. Numbers stay.
func stemWords(text string) []string {
	var all []string
	for _, w := range tokenize(text) {
		if !stopWords[w] {
			if w = stem(w); len(w) > 1 {
				all = append(all, w)
			}
		}
	}
	return all
}

var suffixes = struct{ fa, en []string }{
	fa: strings.Fields("هایشان هایمان هایتان هایش هایم هایی های ها ترین تری تر شان مان تان اند ایم اید ند یم ید ات ان ی م ش"),
	en: strings.Fields("ations ation ments ment ings ing ness ies ied ers er ed ly es s"),
}

const minStem = 3 // letters

// stem cuts the endings of a word, so that its forms count as one.
func stem(w string) string {
	r := []rune(w)
	if unicode.IsDigit(r[0]) {
		return w
	}
	list := suffixes.en
	if r[0] >= 0x600 {
		list = suffixes.fa
		for _, begin := range []string{"نمی", "می"} {
			if rest, ok := strings.CutPrefix(w, begin); ok && len([]rune(rest)) > minStem {
				w = rest
				break
			}
		}
	}
	for _, end := range list {
		if rest, ok := strings.CutSuffix(w, end); ok && len([]rune(rest)) >= minStem {
			return rest
		}
	}
	return w
}

// The words that say nothing by themselves, as they are written; they are folded before they are compared.
var stopWords = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`a an the and or but if of to in on at by for with from into as is are was were be been being it
		its this that these those there here he she they them his her their we our us you your i me my
		not no nor so than then too very can could may might must shall should will would do does did
		done has have had having which who whom whose what when where why how all any both each few
		more most other some such only own same also just about above after again against before below
		between during through under until up down out off over further once per via upon within
		without among while because since however therefore thus yet still even ever never one two
		از به با در بر برای تا را و یا اما ولی که این آن اینها آنها ما شما من تو او ایشان خود هم نیز هر همه هیچ چه چرا چون اگر
		اگرچه زیرا پس سپس بین میان روی زیر بالا پیش بعد قبل طی ضمن دیگر یک دو است هست بود بودند شد شده شود شوند می‌شود می‌شوند
		شدند خواهد خواهند باشد باشند کرد کرده کند کنند می‌کند می‌کنند کردند گردید گردد می‌گردد دارد دارند داشت داشته داشتند نیست
		نیستند های ها ای آقای خانم جناب سرکار بسیار خیلی چند چنین همچنین همین همان اینکه آنکه بنابراین البته باید شاید مورد
		درباره نسبت توسط جهت بدون علاوه مانند مثل طور وی ایم اند ام`) {
		all[names.SearchKey(w)] = true
	}
	return all
}()
