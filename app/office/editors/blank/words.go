package blank

// persianTemplates are the templates as offices in Iran write them.
func persianTemplates(f Facts) map[string][]block {
	org, author, date := orPlaceholder(f.Organization), orPlaceholder(f.Author), f.Date
	return map[string][]block{
		"letter":   persianLetter(org, author, date),
		"minutes":  persianMinutes(author, date),
		"contract": persianContract(org, author, date),
		"invoice":  persianInvoice(org, date),
	}
}

func persianLetter(org, author, date string) []block {
	return []block{
		paragraph{text: "به نام خدا", style: "", align: "center"},
		table{widths: []int{5826, 3200}, borderless: true, rows: [][]string{{org, "شماره: …………………\nتاریخ: " + date + "\nپیوست: ندارد"}}},
		paragraph{text: "جناب آقای / سرکار خانم …………………", style: "", align: ""},
		paragraph{text: "سمت و سازمان گیرنده", style: "", align: ""},
		paragraph{text: "موضوع: …………………", style: "Heading3", align: ""},
		paragraph{text: "با سلام و احترام،", style: "", align: ""},
		paragraph{text: "متن نامه را این‌جا بنویسید.", style: "", align: "both"},
		paragraph{text: "پیشاپیش از همکاری شما سپاسگزاریم.", style: "", align: "both"},
		paragraph{text: author, style: "", align: "right"},
		paragraph{text: "سمت و امضا", style: "", align: "right"},
		paragraph{text: "رونوشت: …………………", style: "", align: ""},
	}
}

func persianMinutes(author, date string) []block {
	return []block{
		paragraph{text: "صورت‌جلسه", style: "Heading1", align: "center"},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{
			{"موضوع: …………………", "شماره: …………………"}, {"تاریخ: " + date, "ساعت: از ……… تا ………"}, {"محل: …………………", "دبیر جلسه: " + author},
		}},
		paragraph{text: "حاضران", style: "Heading3", align: ""},
		table{widths: []int{850, 3350, 2826, 2000}, borderless: false, rows: [][]string{
			{"ردیف", "نام و نام خانوادگی", "سمت", "امضا"}, {"۱", "", "", ""}, {"۲", "", "", ""}, {"۳", "", "", ""},
		}},
		paragraph{text: "دستور جلسه", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: ""},
		paragraph{text: "تصمیم‌ها", style: "Heading3", align: ""},
		table{widths: []int{850, 4176, 2200, 1800}, borderless: false, rows: [][]string{
			{"ردیف", "شرح", "مسئول پیگیری", "مهلت"}, {"۱", "", "", ""}, {"۲", "", "", ""}, {"۳", "", "", ""},
		}},
		paragraph{text: "جلسهٔ بعد: …………………", style: "", align: ""},
	}
}

func persianContract(org, author, date string) []block {
	return []block{
		paragraph{text: "به نام خدا", style: "", align: "center"},
		paragraph{text: "قرارداد …………………", style: "Heading1", align: "center"},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{{"شمارهٔ قرارداد: …………………", "تاریخ: " + date}}},
		paragraph{text: "مادهٔ ۱: طرفین قرارداد", style: "Heading3", align: ""},
		paragraph{text: "این قرارداد میان " + org + " به نمایندگی " + author +
			" به نشانی ………………… که از این پس «کارفرما» نامیده می‌شود، و ………………… " +
			"به شمارهٔ ملی / شناسهٔ ملی ………………… به نشانی ………………… که از این پس «مجری» نامیده می‌شود، بسته شد.", style: "", align: "both"},
		paragraph{text: "مادهٔ ۲: موضوع قرارداد", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: "both"},
		paragraph{text: "مادهٔ ۳: مدت قرارداد", style: "Heading3", align: ""},
		paragraph{text: "از تاریخ ………………… تا تاریخ …………………", style: "", align: "both"},
		paragraph{text: "مادهٔ ۴: مبلغ قرارداد و شیوهٔ پرداخت", style: "Heading3", align: ""},
		paragraph{text: "مبلغ کل قرارداد ………………… ریال (به حروف: …………………) است که به این شرح پرداخت می‌شود: …………………", style: "",
			align: "both"},
		paragraph{text: "مادهٔ ۵: تعهدات طرفین", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: "both"},
		paragraph{text: "مادهٔ ۶: فسخ و حل اختلاف", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: "both"},
		paragraph{text: "این قرارداد در ۶ ماده و ۲ نسخه تنظیم شد که هر دو نسخه اعتبار یکسان دارند.", style: "", align: "both"},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{{"امضای کارفرما", "امضای مجری"}}},
	}
}

func persianInvoice(org, date string) []block {
	return []block{
		paragraph{text: "فاکتور فروش کالا و خدمات", style: "Heading1", align: "center"},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{{"شماره: …………………", "تاریخ: " + date}}},
		table{widths: []int{4513, 4513}, borderless: false, rows: [][]string{
			{"فروشنده", "خریدار"}, {"نام: " + org, "نام: …………………"}, {"شناسهٔ ملی: …………………", "شناسهٔ ملی: …………………"},
			{"نشانی و تلفن: …………………", "نشانی و تلفن: …………………"},
		}},
		table{widths: []int{850, 3376, 900, 1900, 2000}, borderless: false, rows: [][]string{
			{"ردیف", "شرح کالا یا خدمات", "تعداد", "مبلغ واحد (ریال)", "مبلغ کل (ریال)"},
			{"۱", "", "", "", ""}, {"۲", "", "", "", ""}, {"۳", "", "", "", ""}, {"", "جمع", "", "", ""},
			{"", "مالیات بر ارزش افزوده", "", "", ""}, {"", "مبلغ قابل پرداخت", "", "", ""},
		}},
		paragraph{text: "مبلغ قابل پرداخت به حروف: …………………", style: "", align: ""},
		paragraph{text: "شرایط پرداخت: …………………", style: "", align: ""},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{{"مهر و امضای فروشنده", "امضای خریدار"}}},
	}
}

// englishTemplates are the same for people who write English.
func englishTemplates(f Facts) map[string][]block {
	org, author, date := orPlaceholder(f.Organization), orPlaceholder(f.Author), f.Date
	return map[string][]block{
		"letter":   englishLetter(org, author, date),
		"minutes":  englishMinutes(author, date),
		"contract": englishContract(org, author, date),
		"invoice":  englishInvoice(org, date),
	}
}

func englishLetter(org, author, date string) []block {
	return []block{
		paragraph{text: org, style: "Heading3", align: ""},
		paragraph{text: date, style: "", align: ""},
		paragraph{text: "Reference: …………………", style: "", align: ""},
		paragraph{text: "Name of the recipient", style: "", align: ""},
		paragraph{text: "Address", style: "", align: ""},
		paragraph{text: "Subject: …………………", style: "Heading3", align: ""},
		paragraph{text: "Dear …………………,", style: "", align: ""},
		paragraph{text: "Write the letter here.", style: "", align: ""},
		paragraph{text: "Yours sincerely,", style: "", align: ""},
		paragraph{text: author, style: "", align: ""},
		paragraph{text: "Enclosures: none", style: "", align: ""},
	}
}

func englishMinutes(author, date string) []block {
	return []block{
		paragraph{text: "Minutes", style: "Heading1", align: ""},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{
			{"Subject: …………………", "Number: …………………"}, {"Date: " + date, "Time: ……… to ………"},
			{"Place: …………………", "Minutes by: " + author},
		}},
		paragraph{text: "Present", style: "Heading3", align: ""},
		table{widths: []int{850, 3350, 2826, 2000}, borderless: false, rows: [][]string{
			{"No.", "Name", "Position", "Signature"}, {"1", "", "", ""}, {"2", "", "", ""}, {"3", "", "", ""},
		}},
		paragraph{text: "Agenda", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: ""},
		paragraph{text: "Decisions", style: "Heading3", align: ""},
		table{widths: []int{850, 4176, 2200, 1800}, borderless: false, rows: [][]string{
			{"No.", "Decision", "Responsible", "Due"}, {"1", "", "", ""}, {"2", "", "", ""}, {"3", "", "", ""},
		}},
		paragraph{text: "Next meeting: …………………", style: "", align: ""},
	}
}

func englishContract(org, author, date string) []block {
	return []block{
		paragraph{text: "Agreement", style: "Heading1", align: ""},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{{"Number: …………………", "Date: " + date}}},
		paragraph{text: "1. Parties", style: "Heading3", align: ""},
		paragraph{text: "This agreement is made between " + org + ", represented by " + author +
			" (“the Client”), and ………………… of ………………… " +
			"(“the Contractor”).", style: "", align: ""},
		paragraph{text: "2. Subject", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: ""},
		paragraph{text: "3. Term", style: "Heading3", align: ""},
		paragraph{text: "From ………………… to …………………", style: "", align: ""},
		paragraph{text: "4. Price and payment", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: ""},
		paragraph{text: "5. Obligations", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: ""},
		paragraph{text: "6. Termination and disputes", style: "Heading3", align: ""},
		paragraph{text: "…………………", style: "", align: ""},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{{"Signature of the Client", "Signature of the Contractor"}}},
	}
}

func englishInvoice(org, date string) []block {
	return []block{
		paragraph{text: "Invoice", style: "Heading1", align: ""},
		table{widths: []int{4513, 4513}, borderless: true, rows: [][]string{{"Number: …………………", "Date: " + date}}},
		table{widths: []int{4513, 4513}, borderless: false, rows: [][]string{
			{"Seller", "Buyer"}, {"Name: " + org, "Name: …………………"}, {"Address: …………………", "Address: …………………"},
		}},
		table{widths: []int{850, 3776, 1000, 1600, 1800}, borderless: false, rows: [][]string{
			{"No.", "Description", "Quantity", "Unit price", "Amount"},
			{"1", "", "", "", ""}, {"2", "", "", "", ""}, {"3", "", "", "", ""}, {"", "Subtotal", "", "", ""},
			{"", "VAT", "", "", ""}, {"", "Total", "", "", ""},
		}},
		paragraph{text: "Terms of payment: …………………", style: "", align: ""},
	}
}
