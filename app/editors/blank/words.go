package blank

// persian are the templates as offices in Iran write them.
func persian(f Facts) map[string][]block {
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
		line{"به نام خدا", "", "center"},
		grid{[]int{5826, 3200}, true, [][]string{{org, "شماره: …………………\nتاریخ: " + date + "\nپیوست: ندارد"}}},
		line{"جناب آقای / سرکار خانم …………………", "", ""},
		line{"سمت و سازمان گیرنده", "", ""},
		line{"موضوع: …………………", "Heading3", ""},
		line{"با سلام و احترام،", "", ""},
		line{"متن نامه را این‌جا بنویسید.", "", "both"},
		line{"پیشاپیش از همکاری شما سپاسگزاریم.", "", "both"},
		line{author, "", "right"},
		line{"سمت و امضا", "", "right"},
		line{"رونوشت: …………………", "", ""},
	}
}

func persianMinutes(author, date string) []block {
	return []block{
		line{"صورت‌جلسه", "Heading1", "center"},
		grid{[]int{4513, 4513}, true, [][]string{
			{"موضوع: …………………", "شماره: …………………"}, {"تاریخ: " + date, "ساعت: از ……… تا ………"}, {"محل: …………………", "دبیر جلسه: " + author},
		}},
		line{"حاضران", "Heading3", ""},
		grid{[]int{850, 3350, 2826, 2000}, false, [][]string{
			{"ردیف", "نام و نام خانوادگی", "سمت", "امضا"}, {"۱", "", "", ""}, {"۲", "", "", ""}, {"۳", "", "", ""},
		}},
		line{"دستور جلسه", "Heading3", ""},
		line{"…………………", "", ""},
		line{"تصمیم‌ها", "Heading3", ""},
		grid{[]int{850, 4176, 2200, 1800}, false, [][]string{
			{"ردیف", "شرح", "مسئول پیگیری", "مهلت"}, {"۱", "", "", ""}, {"۲", "", "", ""}, {"۳", "", "", ""},
		}},
		line{"جلسهٔ بعد: …………………", "", ""},
	}
}

func persianContract(org, author, date string) []block {
	return []block{
		line{"به نام خدا", "", "center"},
		line{"قرارداد …………………", "Heading1", "center"},
		grid{[]int{4513, 4513}, true, [][]string{{"شمارهٔ قرارداد: …………………", "تاریخ: " + date}}},
		line{"مادهٔ ۱: طرفین قرارداد", "Heading3", ""},
		line{"این قرارداد میان " + org + " به نمایندگی " + author + " به نشانی ………………… که از این پس «کارفرما» نامیده می‌شود، و ………………… " +
			"به شمارهٔ ملی / شناسهٔ ملی ………………… به نشانی ………………… که از این پس «مجری» نامیده می‌شود، بسته شد.", "", "both"},
		line{"مادهٔ ۲: موضوع قرارداد", "Heading3", ""},
		line{"…………………", "", "both"},
		line{"مادهٔ ۳: مدت قرارداد", "Heading3", ""},
		line{"از تاریخ ………………… تا تاریخ …………………", "", "both"},
		line{"مادهٔ ۴: مبلغ قرارداد و شیوهٔ پرداخت", "Heading3", ""},
		line{"مبلغ کل قرارداد ………………… ریال (به حروف: …………………) است که به این شرح پرداخت می‌شود: …………………", "", "both"},
		line{"مادهٔ ۵: تعهدات طرفین", "Heading3", ""},
		line{"…………………", "", "both"},
		line{"مادهٔ ۶: فسخ و حل اختلاف", "Heading3", ""},
		line{"…………………", "", "both"},
		line{"این قرارداد در ۶ ماده و ۲ نسخه تنظیم شد که هر دو نسخه اعتبار یکسان دارند.", "", "both"},
		grid{[]int{4513, 4513}, true, [][]string{{"امضای کارفرما", "امضای مجری"}}},
	}
}

func persianInvoice(org, date string) []block {
	return []block{
		line{"صورتحساب فروش کالا و خدمات", "Heading1", "center"},
		grid{[]int{4513, 4513}, true, [][]string{{"شماره: …………………", "تاریخ: " + date}}},
		grid{[]int{4513, 4513}, false, [][]string{
			{"فروشنده", "خریدار"}, {"نام: " + org, "نام: …………………"}, {"شناسهٔ ملی: …………………", "شناسهٔ ملی: …………………"},
			{"نشانی و تلفن: …………………", "نشانی و تلفن: …………………"},
		}},
		grid{[]int{850, 3376, 900, 1900, 2000}, false, [][]string{
			{"ردیف", "شرح کالا یا خدمات", "تعداد", "مبلغ واحد (ریال)", "مبلغ کل (ریال)"},
			{"۱", "", "", "", ""}, {"۲", "", "", "", ""}, {"۳", "", "", "", ""}, {"", "جمع", "", "", ""},
			{"", "مالیات بر ارزش افزوده", "", "", ""}, {"", "مبلغ قابل پرداخت", "", "", ""},
		}},
		line{"مبلغ قابل پرداخت به حروف: …………………", "", ""},
		line{"شرایط پرداخت: …………………", "", ""},
		grid{[]int{4513, 4513}, true, [][]string{{"مهر و امضای فروشنده", "امضای خریدار"}}},
	}
}

// english are the same for people who write English.
func english(f Facts) map[string][]block {
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
		line{org, "Heading3", ""},
		line{date, "", ""},
		line{"Reference: …………………", "", ""},
		line{"Name of the recipient", "", ""},
		line{"Address", "", ""},
		line{"Subject: …………………", "Heading3", ""},
		line{"Dear …………………,", "", ""},
		line{"Write the letter here.", "", ""},
		line{"Yours sincerely,", "", ""},
		line{author, "", ""},
		line{"Enclosures: none", "", ""},
	}
}

func englishMinutes(author, date string) []block {
	return []block{
		line{"Minutes", "Heading1", ""},
		grid{[]int{4513, 4513}, true, [][]string{
			{"Subject: …………………", "Number: …………………"}, {"Date: " + date, "Time: ……… to ………"},
			{"Place: …………………", "Minutes by: " + author},
		}},
		line{"Present", "Heading3", ""},
		grid{[]int{850, 3350, 2826, 2000}, false, [][]string{
			{"No.", "Name", "Position", "Signature"}, {"1", "", "", ""}, {"2", "", "", ""}, {"3", "", "", ""},
		}},
		line{"Agenda", "Heading3", ""},
		line{"…………………", "", ""},
		line{"Decisions", "Heading3", ""},
		grid{[]int{850, 4176, 2200, 1800}, false, [][]string{
			{"No.", "Decision", "Responsible", "Due"}, {"1", "", "", ""}, {"2", "", "", ""}, {"3", "", "", ""},
		}},
		line{"Next meeting: …………………", "", ""},
	}
}

func englishContract(org, author, date string) []block {
	return []block{
		line{"Agreement", "Heading1", ""},
		grid{[]int{4513, 4513}, true, [][]string{{"Number: …………………", "Date: " + date}}},
		line{"1. Parties", "Heading3", ""},
		line{"This agreement is made between " + org + ", represented by " + author + " (“the Client”), and ………………… of ………………… " +
			"(“the Contractor”).", "", ""},
		line{"2. Subject", "Heading3", ""},
		line{"…………………", "", ""},
		line{"3. Term", "Heading3", ""},
		line{"From ………………… to …………………", "", ""},
		line{"4. Price and payment", "Heading3", ""},
		line{"…………………", "", ""},
		line{"5. Obligations", "Heading3", ""},
		line{"…………………", "", ""},
		line{"6. Termination and disputes", "Heading3", ""},
		line{"…………………", "", ""},
		grid{[]int{4513, 4513}, true, [][]string{{"Signature of the Client", "Signature of the Contractor"}}},
	}
}

func englishInvoice(org, date string) []block {
	return []block{
		line{"Invoice", "Heading1", ""},
		grid{[]int{4513, 4513}, true, [][]string{{"Number: …………………", "Date: " + date}}},
		grid{[]int{4513, 4513}, false, [][]string{
			{"Seller", "Buyer"}, {"Name: " + org, "Name: …………………"}, {"Address: …………………", "Address: …………………"},
		}},
		grid{[]int{850, 3776, 1000, 1600, 1800}, false, [][]string{
			{"No.", "Description", "Quantity", "Unit price", "Amount"},
			{"1", "", "", "", ""}, {"2", "", "", "", ""}, {"3", "", "", "", ""}, {"", "Subtotal", "", "", ""},
			{"", "VAT", "", "", ""}, {"", "Total", "", "", ""},
		}},
		line{"Terms of payment: …………………", "", ""},
	}
}
