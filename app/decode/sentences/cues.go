package sentences

import (
	"strings"
	"unicode"

	"anbar/app/names"
)

// phrases are words that stand next to each other, folded; one that ends with * also stands for longer last words.
type phrases []string

// list reads phrases that are separated by commas.
func list(s string) phrases {
	var all phrases
	for one := range strings.SplitSeq(s, ",") {
		one, open := strings.CutSuffix(strings.TrimSpace(one), "*")
		p := " " + strings.Join(tokens(one), " ")
		if !open {
			p += " "
		}
		all = append(all, p)
	}
	return all
}

// in reports whether a text has one of the phrases. Its words have a space before and after each.
func (p phrases) in(s string) bool {
	for _, one := range p {
		if strings.Contains(s, one) {
			return true
		}
	}
	return false
}

func (p phrases) begin(s string) bool {
	for _, one := range p {
		if strings.HasPrefix(s, one) {
			return true
		}
	}
	return false
}

// The signs that a sentence tells something that readers look for, or nothing.
var (
	moneyWords   = list(`usd, eur, gbp, dollar*, euro, euros, pound, pounds, هزار, میلیون, میلیارد, تومان, ریال, دلار, یورو, درهم`)
	percentWords = list(`percent, per cent, درصد`)
	dateWords    = list(`january, february, march, april, may 1, may 2, may 3, june, july, august, september, october, november,
		december, q1, q2, q3, q4, فروردین, اردیبهشت, خرداد, تیر, مرداد, شهریور, مهر, آبان, آذر, دی, بهمن, اسفند`)
	timeWords = list(`day, days, week, weeks, month, months, year, years, hour, hours, minute, minutes, روز, هفته, ماه, سال,
		ساعت, دقیقه`)
	countWords = list(`one, two, three, four, five, six, seven, eight, nine, ten, twelve, fourteen, fifteen, thirty, sixty,
		ninety, یک, دو, سه, چهار, پنج, شش, هفت, هشت, نه, ده, پانزده, بیست, سی, شصت, نود`)
	decision = list(`agreed, decided, resolved, approved, adopted, shall, must, required to, recommend*, conclude*, committed,
		deadline, no later than, due, terminat*, rejected, postponed, elected, appointed, assigned, never,
		warning, caution, do not, prohibited, not allowed, only if, penalt*, liable, liability, warrant*,
		entitled, تصویب, مصوب*, مقرر شد, مقرر گردید, قرار شد, توافق*, موظف, متعهد, ملزم, مکلف, پیشنهاد می*, توصیه,
		نتیجه, مهلت, حداکثر, حداقل, الزامی, ضروری, ممنوع, مجاز نیست, هشدار, هرگز, فسخ, جریمه, خسارت, وجه التزام,
		تضمین, باید, نباید, موافقت, تأیید شد, رد شد, انتخاب شد, منصوب, مسئول, به تعویق, درخواست دار*, خواهشمند*,
		تقاضا دار*, لازم است`)
	result = list(`increased, decreased, rose, fell, grew, dropped, declined, reached, reduced, saved, exceeded, compared,
		total, totaled, average, cost, costs, budget, revenue, most, largest, highest, lowest, because, cause,
		caused, led to, main, key, important, purpose, objective, aim, افزایش, کاهش, رشد, افت, رسید, مجموع,
		جمع کل, میانگین, هزینه*, بودجه, درآمد*, بیشترین, کمترین, مهم‌ترین, اصلی*, علت, هدف, به دلیل, در مقایسه,
		نسبت به`)
	reason = list(`because, due to, instead, unless, until, but only, so that, despite, although, زیرا, چون, به علت, به خاطر,
		به جای, مگر, بلکه, با آنکه, اگرچه, تا وقتی`)
	summary = list(`summary, abstract, conclusion*, findings, recommendation*, decision*, resolution*, action items,
		key points, overview, result*, خلاصه, چکیده, نتیجه*, جمع‌بندی, مصوبات, مصوبه*, تصمیم*, پیشنهاد*, یافته*,
		اقدامات, هشدار*`)
	noise = list(`thank you, thanks to, thanks for, thanked, grateful, appreciat*, welcomed, sincerely, best regards,
		kind regards, weather, rain*, sunny, snow*, coffee, lunch, refreshments, hope this letter,
		hope this email, look forward, do not hesitate, hope you, hope that you, in witness, all rights reserved,
		table of contents, this page, copyright, applause, joke*, pleasant, happy holidays, dear, was opened at,
		took the chair, meeting opened, meeting closed, adjourn*, turn the page, quorum, تشکر*, سپاس*, قدردانی,
		با احترام, خیر مقدم, خوشامد*, هوا, هوای, باران*, آفتابی, برفی, چای, پذیرایی, ناهار, سلام, آرزوی, آرزو,
		امیدوار*, صلوات, تلاوت, تبریک, تسلیت, عرض ادب, پس از حمد, همهٔ حقوق محفوظ, فهرست مطالب, این صفحه,
		رسمیت یافت, لبخند, شوخی, خسته نباشید, پیشاپیش, عکس یادگاری`)
	leaning = list(`it, this, that, these, those, they, he, she, however, therefore, also, moreover, furthermore, in addition,
		but, and, so, then, for example, for instance, such, این, آن, آنها, آنان, وی, او, همچنین, بنابراین, اما,
		ولی, البته, به همین, از این رو, در این, برای مثال, به عنوان مثال, مثلا, سپس, پس, علاوه`)
)

// cues weighs the signs in a sentence. Their weights were tuned on half of the documents in testdata.
func cues(c *candidate) float64 {
	all := tokens(c.Text)
	s := " " + strings.Join(all, " ") + " "
	digits := strings.ContainsFunc(s, unicode.IsDigit)
	w := 0.0
	for _, sign := range []struct {
		is     bool
		weight float64
	}{
		{digits, weights.number},
		{several(all), weights.many},
		{reason.in(s), weights.reason},
		{strings.ContainsAny(c.Text, "$€£") || moneyWords.in(s), weights.money},
		{digits && strings.ContainsAny(c.Text, "%٪") || percentWords.in(s), weights.percent},
		{dateWords.in(s) && digits || years(all), weights.date},
		{timeWords.in(s) && (digits || countWords.in(s)), weights.duration},
		{decision.in(s), weights.decision}, {result.in(s), weights.result},
		{summary.in(" " + strings.Join(tokens(c.Heading), " ") + " "), weights.summary},
		{leaning.begin(s), weights.leaning}, {noise.in(s), weights.noise},
		{strings.HasSuffix(c.Text, "?") || strings.HasSuffix(c.Text, "؟"), weights.question},
		{strings.HasSuffix(c.Text, ":"), weights.colon},
	} {
		if sign.is {
			w += sign.weight
		}
	}
	return w
}

// several reports whether there is more than one number.
func several(all []string) bool {
	n := 0
	for _, w := range all {
		if w[0] >= '0' && w[0] <= '9' {
			n++
		}
	}
	return n > 1
}

// years reports whether a word is a year.
func years(all []string) bool {
	for _, w := range all {
		if len(w) == 4 && (strings.HasPrefix(w, "13") || strings.HasPrefix(w, "14") || strings.HasPrefix(w, "20")) &&
			!strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsDigit(r) }) {
			return true
		}
	}
	return false
}

// tokens returns the words of a text, folded as for search: one form of each letter and digit, no half spaces.
func tokens(text string) []string {
	return strings.FieldsFunc(names.SearchKey(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
