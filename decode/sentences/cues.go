package sentences

import (
	"strings"
	"unicode"

	"anbar/app/base/names"
)

// phrases are words that stand next to each other, folded; one that ends with * also stands for longer last words.
type phrases []string

// parsePhrases reads phrases that are separated by commas.
func parsePhrases(s string) phrases {
	var all phrases
	for one := range strings.SplitSeq(s, ",") {
		one, open := strings.CutSuffix(strings.TrimSpace(one), "*")
		p := " " + strings.Join(tokenize(one), " ")
		if !open {
			p += " "
		}
		all = append(all, p)
	}
	return all
}

// matchesAny reports whether a text has one of the phrases. Its words have a space before and after each.
func (p phrases) matchesAny(s string) bool {
	for _, one := range p {
		if strings.Contains(s, one) {
			return true
		}
	}
	return false
}

func (p phrases) matchesPrefix(s string) bool {
	for _, one := range p {
		if strings.HasPrefix(s, one) {
			return true
		}
	}
	return false
}

// The signs that a sentence tells something that readers look for, or nothing.
var (
	moneyWords   = parsePhrases(`usd, eur, gbp, dollar*, euro, euros, pound, pounds, هزار, میلیون, میلیارد, تومان, ریال, دلار, یورو, درهم`)
	percentWords = parsePhrases(`percent, per cent, درصد`)
	dateWords    = parsePhrases(`january, february, march, april, may 1, may 2, may 3, june, july, august, september, october, november,
		december, q1, q2, q3, q4, فروردین, اردیبهشت, خرداد, تیر, مرداد, شهریور, مهر, آبان, آذر, دی, بهمن, اسفند`)
	timeWords = parsePhrases(`day, days, week, weeks, month, months, year, years, hour, hours, minute, minutes, روز, هفته, ماه, سال,
		ساعت, دقیقه`)
	countWords = parsePhrases(`one, two, three, four, five, six, seven, eight, nine, ten, twelve, fourteen, fifteen, thirty, sixty,
		ninety, یک, دو, سه, چهار, پنج, شش, هفت, هشت, نه, ده, پانزده, بیست, سی, شصت, نود`)
	decisionWords = parsePhrases(`agreed, decided, resolved, approved, adopted, shall, must, required to, recommend*, conclude*, committed,
		deadline, no later than, due, terminat*, rejected, postponed, elected, appointed, assigned, never,
		warning, caution, do not, prohibited, not allowed, only if, penalt*, liable, liability, warrant*,
		entitled, تصویب, مصوب*, مقرر شد, مقرر گردید, قرار شد, توافق*, موظف, متعهد, ملزم, مکلف, پیشنهاد می*, توصیه,
		نتیجه, مهلت, حداکثر, حداقل, الزامی, ضروری, ممنوع, مجاز نیست, هشدار, هرگز, فسخ, جریمه, خسارت, وجه التزام,
		تضمین, باید, نباید, موافقت, تأیید شد, رد شد, انتخاب شد, منصوب, مسئول, به تعویق, درخواست دار*, خواهشمند*,
		تقاضا دار*, لازم است`)
	resultWords = parsePhrases(`increased, decreased, rose, fell, grew, dropped, declined, reached, reduced, saved, exceeded, compared,
		total, totaled, average, cost, costs, budget, revenue, most, largest, highest, lowest, because, cause,
		caused, led to, main, key, important, purpose, objective, aim, افزایش, کاهش, رشد, افت, رسید, مجموع,
		جمع کل, میانگین, هزینه*, بودجه, درآمد*, بیشترین, کمترین, مهم‌ترین, اصلی*, علت, هدف, به دلیل, در مقایسه,
		نسبت به`)
	reasonWords = parsePhrases(`because, due to, instead, unless, until, but only, so that, despite, although, زیرا, چون, به علت, به خاطر,
		به جای, مگر, بلکه, با آنکه, اگرچه, تا وقتی`)
	summaryWords = parsePhrases(`summary, abstract, conclusion*, findings, recommendation*, decision*, resolution*, action items,
		key points, overview, result*, خلاصه, چکیده, نتیجه*, جمع‌بندی, مصوبات, مصوبه*, تصمیم*, پیشنهاد*, یافته*,
		اقدامات, هشدار*`)
	noiseWords = parsePhrases(`thank you, thanks to, thanks for, thanked, grateful, appreciat*, welcomed, sincerely, best regards,
		kind regards, weather, rain*, sunny, snow*, coffee, lunch, refreshments, hope this letter,
		hope this email, look forward, do not hesitate, hope you, hope that you, in witness, all rights reserved,
		table of contents, this page, copyright, applause, joke*, pleasant, happy holidays, dear, was opened at,
		took the chair, meeting opened, meeting closed, adjourn*, turn the page, quorum, تشکر*, سپاس*, قدردانی,
		با احترام, خیر مقدم, خوشامد*, هوا, هوای, باران*, آفتابی, برفی, چای, پذیرایی, ناهار, سلام, آرزوی, آرزو,
		امیدوار*, صلوات, تلاوت, تبریک, تسلیت, عرض ادب, پس از حمد, همهٔ حقوق محفوظ, فهرست مطالب, این صفحه,
		رسمیت یافت, لبخند, شوخی, خسته نباشید, پیشاپیش, عکس یادگاری`)
	dependentWords = parsePhrases(`it, this, that, these, those, they, he, she, however, therefore, also, moreover,
		furthermore, in addition,
		but, and, so, then, for example, for instance, such, این, آن, آنها, آنان, وی, او, همچنین, بنابراین, اما,
		ولی, البته, به همین, از این رو, در این, برای مثال, به عنوان مثال, مثلا, سپس, پس, علاوه`)
)

// scoreCues weighs the signs in a sentence. Their weights were tuned on half of the documents in testdata.
func scoreCues(c *candidate) float64 {
	all := tokenize(c.Text)
	s := " " + strings.Join(all, " ") + " "
	digits := strings.ContainsFunc(s, unicode.IsDigit)
	w := 0.0
	for _, sign := range []struct {
		is     bool
		weight float64
	}{
		{digits, weights.number},
		{hasSeveralNumbers(all), weights.many},
		{reasonWords.matchesAny(s), weights.reason},
		{strings.ContainsAny(c.Text, "$€£") || moneyWords.matchesAny(s), weights.money},
		{digits && strings.ContainsAny(c.Text, "%٪") || percentWords.matchesAny(s), weights.percent},
		{dateWords.matchesAny(s) && digits || hasYear(all), weights.date},
		{timeWords.matchesAny(s) && (digits || countWords.matchesAny(s)), weights.duration},
		{decisionWords.matchesAny(s), weights.decision}, {resultWords.matchesAny(s), weights.result},
		{summaryWords.matchesAny(" " + strings.Join(tokenize(c.Heading), " ") + " "), weights.summary},
		{dependentWords.matchesPrefix(s), weights.leaning}, {noiseWords.matchesAny(s), weights.noise},
		{strings.HasSuffix(c.Text, "?") || strings.HasSuffix(c.Text, "؟"), weights.question},
		{strings.HasSuffix(c.Text, ":"), weights.colon},
	} {
		if sign.is {
			w += sign.weight
		}
	}
	return w
}

// hasSeveralNumbers reports whether there is more than one number.
func hasSeveralNumbers(all []string) bool {
	n := 0
	for _, w := range all {
		if w[0] >= '0' && w[0] <= '9' {
			n++
		}
	}
	return n > 1
}

// hasYear reports whether a word is a year.
func hasYear(all []string) bool {
	for _, w := range all {
		if len(w) == 4 && (strings.HasPrefix(w, "13") || strings.HasPrefix(w, "14") || strings.HasPrefix(w, "20")) &&
			!strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsDigit(r) }) {
			return true
		}
	}
	return false
}

// tokenize returns the words of a text, folded as for search: one form of each letter and digit, no half spaces.
func tokenize(text string) []string {
	return strings.FieldsFunc(names.SearchKey(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
