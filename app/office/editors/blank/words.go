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
		paragraph{"به نام خدا", "", "center"},
		table{[]int{5826, 3200}, true, [][]string{{org, "شماره: …………………\nتاریخ: " + date + "\nپیوست: ندارد"}}},
		paragraph{"جناب آقای / سرکار خانم …………………", "", ""},
		paragraph{"سمت و سازمان گیرنده", "", ""},
		paragraph{"موضوع: …………………", "Heading3", ""},
		paragraph{"با سلام و احترام،", "", ""},
		paragraph{"متن نامه را این‌جا بنویسید.", "", "both"},
		paragraph{"پیشاپیش از همکاری شما سپاسگزاریم.", "", "both"},
		paragraph{author, "", "right"},
		paragraph{"سمت و امضا", "", "right"},
		paragraph{"رونوشت: …………………", "", ""},
	}
}

func persianMinutes(author, date string) []block {
	return []block{
		paragraph{"صورت‌جلسه", "Heading1", "center"},
		table{[]int{4513, 4513}, true, [][]string{
			{"موضوع: …………………", "شماره: …………………"}, {"تاریخ: " + date, "ساعت: از ……… تا ………"}, {"محل: …………………", "دبیر جلسه: " + author},
		}},
		paragraph{"حاضران", "Heading3", ""},
		table{[]int{850, 3350, 2826, 2000}, false, [][]string{
			{"ردیف", "نام و نام خانوادگی", "سمت", "امضا"}, {"۱", "", "", ""}, {"۲", "", "", ""}, {"۳", "", "", ""},
		}},
		paragraph{"دستور جلسه", "Heading3", ""},
		paragraph{"…………………", "", ""},
		paragraph{"تصمیم‌ها", "Heading3", ""},
		table{[]int{850, 4176, 2200, 1800}, false, [][]string{
			{"ردیف", "شرح", "مسئول پیگیری", "مهلت"}, {"۱", "", "", ""}, {"۲", "", "", ""}, {"۳", "", "", ""},
		}},
		paragraph{"جلسهٔ بعد: …………………", "", ""},
	}
}

func persianContract(org, author, date string) []block {
	return []block{
		paragraph{"به نام خدا", "", "center"},
		paragraph{"قرارداد …………………", "Heading1", "center"},
		table{[]int{4513, 4513}, true, [][]string{{"شمارهٔ قرارداد: …………………", "تاریخ: " + date}}},
		paragraph{"مادهٔ ۱: طرفین قرارداد", "Heading3", ""},
		paragraph{"این قرارداد میان " + org + " به نمایندگی " + author +
			" به نشانی ………………… که از این پس «کارفرما» نامیده می‌شود، و ………………… " +
			"به شمارهٔ ملی / شناسهٔ ملی ………………… به نشانی ………………… که از این پس «مجری» نامیده می‌شود، بسته شد.", "", "both"},
		paragraph{"مادهٔ ۲: موضوع قرارداد", "Heading3", ""},
		paragraph{"…………………", "", "both"},
		paragraph{"مادهٔ ۳: مدت قرارداد", "Heading3", ""},
		paragraph{"از تاریخ ………………… تا تاریخ …………………", "", "both"},
		paragraph{"مادهٔ ۴: مبلغ قرارداد و شیوهٔ پرداخت", "Heading3", ""},
		paragraph{"مبلغ کل قرارداد ………………… ریال (به حروف: …………………) است که به این شرح پرداخت می‌شود: …………………", "", "both"},
		paragraph{"مادهٔ ۵: تعهدات طرفین", "Heading3", ""},
		paragraph{"…………………", "", "both"},
		paragraph{"مادهٔ ۶: فسخ و حل اختلاف", "Heading3", ""},
		paragraph{"…………………", "", "both"},
		paragraph{"این قرارداد در ۶ ماده و ۲ نسخه تنظیم شد که هر دو نسخه اعتبار یکسان دارند.", "", "both"},
		table{[]int{4513, 4513}, true, [][]string{{"امضای کارفرما", "امضای مجری"}}},
	}
}

func persianInvoice(org, date string) []block {
	return []block{
		paragraph{"صورتحساب فروش کالا و خدمات", "Heading1", "center"},
		table{[]int{4513, 4513}, true, [][]string{{"شماره: …………………", "تاریخ: " + date}}},
		table{[]int{4513, 4513}, false, [][]string{
			{"فروشنده", "خریدار"}, {"نام: " + org, "نام: …………………"}, {"شناسهٔ ملی: …………………", "شناسهٔ ملی: …………………"},
			{"نشانی و تلفن: …………………", "نشانی و تلفن: …………………"},
		}},
		table{[]int{850, 3376, 900, 1900, 2000}, false, [][]string{
			{"ردیف", "شرح کالا یا خدمات", "تعداد", "مبلغ واحد (ریال)", "مبلغ کل (ریال)"},
			{"۱", "", "", "", ""}, {"۲", "", "", "", ""}, {"۳", "", "", "", ""}, {"", "جمع", "", "", ""},
			{"", "مالیات بر ارزش افزوده", "", "", ""}, {"", "مبلغ قابل پرداخت", "", "", ""},
		}},
		paragraph{"مبلغ قابل پرداخت به حروف: …………………", "", ""},
		paragraph{"شرایط پرداخت: …………………", "", ""},
		table{[]int{4513, 4513}, true, [][]string{{"مهر و امضای فروشنده", "امضای خریدار"}}},
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
		paragraph{org, "Heading3", ""},
		paragraph{date, "", ""},
		paragraph{"Reference: …………………", "", ""},
		paragraph{"Name of the recipient", "", ""},
		paragraph{"Address", "", ""},
		paragraph{"Subject: …………………", "Heading3", ""},
		paragraph{"Dear …………………,", "", ""},
		paragraph{"Write the letter here.", "", ""},
		paragraph{"Yours sincerely,", "", ""},
		paragraph{author, "", ""},
		paragraph{"Enclosures: none", "", ""},
	}
}

func englishMinutes(author, date string) []block {
	return []block{
		paragraph{"Minutes", "Heading1", ""},
		table{[]int{4513, 4513}, true, [][]string{
			{"Subject: …………………", "Number: …………………"}, {"Date: " + date, "Time: ……… to ………"},
			{"Place: …………………", "Minutes by: " + author},
		}},
		paragraph{"Present", "Heading3", ""},
		table{[]int{850, 3350, 2826, 2000}, false, [][]string{
			{"No.", "Name", "Position", "Signature"}, {"1", "", "", ""}, {"2", "", "", ""}, {"3", "", "", ""},
		}},
		paragraph{"Agenda", "Heading3", ""},
		paragraph{"…………………", "", ""},
		paragraph{"Decisions", "Heading3", ""},
		table{[]int{850, 4176, 2200, 1800}, false, [][]string{
			{"No.", "Decision", "Responsible", "Due"}, {"1", "", "", ""}, {"2", "", "", ""}, {"3", "", "", ""},
		}},
		paragraph{"Next meeting: …………………", "", ""},
	}
}

func englishContract(org, author, date string) []block {
	return []block{
		paragraph{"Agreement", "Heading1", ""},
		table{[]int{4513, 4513}, true, [][]string{{"Number: …………………", "Date: " + date}}},
		paragraph{"1. Parties", "Heading3", ""},
		paragraph{"This agreement is made between " + org + ", represented by " + author + " (“the Client”), and ………………… of ………………… " +
			"(“the Contractor”).", "", ""},
		paragraph{"2. Subject", "Heading3", ""},
		paragraph{"…………………", "", ""},
		paragraph{"3. Term", "Heading3", ""},
		paragraph{"From ………………… to …………………", "", ""},
		paragraph{"4. Price and payment", "Heading3", ""},
		paragraph{"…………………", "", ""},
		paragraph{"5. Obligations", "Heading3", ""},
		paragraph{"…………………", "", ""},
		paragraph{"6. Termination and disputes", "Heading3", ""},
		paragraph{"…………………", "", ""},
		table{[]int{4513, 4513}, true, [][]string{{"Signature of the Client", "Signature of the Contractor"}}},
	}
}

func englishInvoice(org, date string) []block {
	return []block{
		paragraph{"Invoice", "Heading1", ""},
		table{[]int{4513, 4513}, true, [][]string{{"Number: …………………", "Date: " + date}}},
		table{[]int{4513, 4513}, false, [][]string{
			{"Seller", "Buyer"}, {"Name: " + org, "Name: …………………"}, {"Address: …………………", "Address: …………………"},
		}},
		table{[]int{850, 3776, 1000, 1600, 1800}, false, [][]string{
			{"No.", "Description", "Quantity", "Unit price", "Amount"},
			{"1", "", "", "", ""}, {"2", "", "", "", ""}, {"3", "", "", "", ""}, {"", "Subtotal", "", "", ""},
			{"", "VAT", "", "", ""}, {"", "Total", "", "", ""},
		}},
		paragraph{"Terms of payment: …………………", "", ""},
	}
}
