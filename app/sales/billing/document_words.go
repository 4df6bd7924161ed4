package billing

import (
	"strconv"
	"strings"
	"time"

	"anbar/app/base/calendar"
)

// words are those of the document of an invoice, as the pages of the product say them.
var words = map[string]map[string]string{
	"fa": {
		"invoice": "فاکتور", "seller": "فروشنده", "buyer": "خریدار", "name": "نام", "national": "کد یا شناسهٔ ملی",
		"national person": "کد ملی", "national company": "شناسهٔ ملی", "registration": "شمارهٔ ثبت",
		"unnamed":  "مشخصاتی وارد نشده است.",
		"economic": "شمارهٔ اقتصادی", "address": "نشانی", "post": "کد پستی", "phone": "تلفن", "description": "شرح", "amount": "مبلغ",
		"quantity": "تعداد", "unit": "قیمت واحد", "period": "دورهٔ خرید", "from to": "{} تا {}",
		"not begun": "{}، از روزی که فضای کاری ساخته شود",
		"total":     "جمع", "payment": "پرداخت", "how": "روش پرداخت", "reference": "شمارهٔ پیگیری", "workspace": "فضای کاری",
		"order": "کد سفارش", "refund": "بازپرداخت", "refunded": "بازپرداخت‌شده", "date": "تاریخ", "reason": "دلیل",
		"by transfer": "واریز بانکی", "by none": "بدون پرداخت", "online": "آنلاین", "plan": "پلن {}، {}",
		"trial": "پلن {}، دورهٔ آزمایشی", "storage": "فضای اضافه", "gib": "{} گیگابایت", "credit": "پلن فعلی",
		"difference": "تفاوت یک دوره",
		"upgrade":    "سهم {} روز باقی‌مانده", "discount": "تخفیف {}", "tax": "مالیات بر ارزش افزوده، {}",
		"within": "{} در مبلغ حساب شده است",
		"user":   "{} نفر", "users": "{} نفر", "days": "سهم {} روز باقی‌مانده",
		"daily": "روزانه", "weekly": "هفتگی", "monthly": "ماهانه", "yearly": "سالانه",
		"IRT": "تومان", "IRR": "ریال", "EUR": "یورو", "USD": "دلار",
	},
	"en": {
		"invoice": "Invoice", "seller": "Seller", "buyer": "Buyer", "name": "Name", "national": "National ID",
		"national person": "National number", "national company": "Company ID", "registration": "Register number",
		"unnamed":  "No details were entered.",
		"economic": "Economic number",
		"address":  "Address", "post": "Postal code", "phone": "Phone", "description": "Description", "amount": "Amount", "total": "Total",
		"quantity": "Quantity", "unit": "Unit price", "period": "Period", "from to": "{} to {}",
		"not begun": "{}, from the day when the workspace is created",
		"payment":   "Payment", "how": "Paid by", "reference": "Tracking number", "workspace": "Workspace", "order": "Order code",
		"refund": "Refund", "refunded": "Refunded", "date": "Date", "reason": "Reason", "by transfer": "Bank transfer",
		"by none": "No payment", "online": "Online", "plan": "{} plan, {}", "trial": "{} plan, trial",
		"storage": "Extra storage", "gib": "{} GB",
		"credit": "Current plan", "difference": "Difference for a period", "upgrade": "Share of the {} day left",
		"days": "Share of the {} days left", "discount": "Discount {}", "tax": "Value-added tax, {}", "within": "{} is included",
		"user": "{} person", "users": "{} people", "daily": "daily", "weekly": "weekly", "monthly": "monthly", "yearly": "yearly",
		"IRT": "Toman", "IRR": "Rial", "EUR": "euros", "USD": "US dollars",
	},
}

// format puts values into words.
func (s *sheet) format(name string, values ...string) string {
	text := s.words[name]
	for _, v := range values {
		text = strings.Replace(text, "{}", v, 1)
	}
	return text
}

// formatPlural is fill for a number of things, which have a word for one of them.
func (s *sheet) formatPlural(one, more string, n int64) string {
	if n == 1 {
		more = one
	}
	return s.format(more, s.formatCount(n))
}

func (s *sheet) planWords(p *invoiceDocument) string {
	title := p.plan.TitleEn
	if s.rtl {
		title = p.plan.TitleFa
	}
	if p.Trial {
		return s.format("trial", title)
	}
	return s.format("plan", title, s.words[p.Period])
}

const daySeconds = 24 * 60 * 60

// lineWords describes a line that is neither of a plan nor of storage.
func (s *sheet) lineWords(l *Line) string {
	switch l.Kind {
	case "upgrade":
		left := int64(0)
		if l.Basis != nil {
			left = l.Basis.Left
		}
		return s.formatPlural("upgrade", "days", max(1, (left+daySeconds/2)/daySeconds))
	case "discount":
		return s.format("discount", l.Text)
	}
	return s.format("tax", formatPercent(l.Quantity, s.language))
}

// localizeDigits writes the digits of a language.
func localizeDigits(text, language string) string {
	if language != "fa" {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + '۰'
		}
		return r
	}, text)
}

// formatPercent writes hundredths of a per cent.
func formatPercent(n int64, language string) string {
	text := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(float64(n)/100, 'f', 2, 64), "0"), ".")
	if language == "fa" {
		return strings.ReplaceAll(localizeDigits(text, language), ".", "٫") + "٪"
	}
	return text + "%"
}

// formatMoney writes an amount in the smallest unit of a currency.
func formatMoney(amount int64, currency, language string) string {
	sign, whole, rest := "", amount, ""
	if amount < 0 {
		sign, whole = "−", -amount
	}
	if currency == "EUR" || currency == "USD" {
		rest = "." + strconv.FormatInt(100+whole%100, 10)[1:]
		whole /= 100
	}
	text := strconv.FormatInt(whole, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	text += rest
	if language == "fa" {
		text = strings.NewReplacer(",", "٬", ".", "٫").Replace(localizeDigits(text, language))
	}
	return sign + text
}

// formatDate writes the day of t in Tehran.
func formatDate(t time.Time, language string) string {
	t = t.In(calendar.Tehran)
	if language != "fa" {
		return t.Format("January 2, 2006")
	}
	y, m, d := calendar.Persian(t)
	return localizeDigits(strconv.Itoa(d)+" "+calendar.MonthNames[m-1]+" "+strconv.Itoa(y), language)
}
