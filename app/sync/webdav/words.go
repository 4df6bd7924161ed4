package webdav

import "strings"

// textID names a text that programs show to people.
type textID int

const (
	textMyDrive textID = iota
	textShared
	textSignIn
	textBusy
	textForbidden
	textMount
	textMissing
	textNoParent
	textExists
	textClash
	textName
	textNameLong
	textDeep
	textChanged
	textLocked
	textLockedBy
	textLock
	textFull
	textPlan
	textFrozen
	textChecksum
	textLength
	textTooLarge
	textItself
	textProtected
	textDepth
	textOtherServer
	textDamaged
	textAway
	textFenced
	textReplaced
	textStandby
	textBad
	textMethod
	textType
	textDirectory
	textSlow
)

// texts are the words in Persian and in English. A "%" stands for a name.
var texts = map[textID][2]string{
	textMyDrive:   {"درایو من", "My Drive"},
	textShared:    {"به‌اشتراک‌گذاشته با من", "Shared with me"},
	textSignIn:    {"با نشانی خود و یک توکن دستگاه وارد شوید.", "Sign in with your address and a token for this device."},
	textBusy:      {"درخواست‌ها زیاد است. کمی بعد دوباره تلاش کنید.", "There are too many requests. Try again in a moment."},
	textForbidden: {"اجازهٔ این کار را ندارید.", "You don’t have permission to do this."},
	textMount: {
		"این پوشه را نمی‌توان حذف کرد، منتقل کرد یا تغییر نام داد.", "This folder can’t be deleted, moved or renamed.",
	},
	textMissing:  {"این مورد پیدا نشد.", "This item wasn’t found."},
	textNoParent: {"پوشه‌ای که باید در آن باشد وجود ندارد.", "The folder that it belongs in doesn’t exist."},
	textExists:   {"موردی با این نام وجود دارد.", "An item with this name exists."},
	textClash: {
		"موردی با همین نام هست که فقط شکل حروف، رقم‌ها یا نویسه‌های ناپیدایش فرق دارد: «%»",
		"An item has the same name in other letters, digits or characters that can’t be seen: “%”",
	},
	textNameLong: {
		"این نام % حرف بلندتر از آن است که همهٔ دستگاه‌ها بپذیرند.", "This name is % letters longer than all devices take.",
	},
	textDeep:      {"اینجا پوشه‌های تودرتو بیش از اندازه زیاد می‌شوند.", "There would be too many folders within each other here."},
	textName:      {"این نام قابل استفاده نیست.", "This name can’t be used."},
	textChanged:   {"این مورد در این میان تغییر کرده است.", "This item was changed in the meantime."},
	textLocked:    {"این مورد در برنامهٔ دیگری قفل است.", "This item is locked by another program."},
	textLockedBy:  {"% این مورد را باز کرده است.", "% has this item open."},
	textLock:      {"این قفل دیگر وجود ندارد.", "This lock doesn’t exist any more."},
	textFull:      {"فضای ذخیره‌سازی کافی نیست.", "There isn’t enough storage."},
	textPlan:      {"مهلت طرح این فضای کاری تمام شده است.", "The plan of this workspace has expired."},
	textFrozen:    {"مدیران سرور این فضای کاری را متوقف کرده‌اند.", "The administrators of the server froze this workspace."},
	textChecksum:  {"فایل در راه آسیب دید. دوباره آن را بفرستید.", "The file was damaged on its way. Send it again."},
	textLength:    {"فایل کامل نرسید. دوباره آن را بفرستید.", "The file didn’t arrive whole. Send it again."},
	textTooLarge:  {"درخواست بیش از حد بزرگ است.", "The request is too large."},
	textItself:    {"یک پوشه را نمی‌توان درون خودش گذاشت.", "A folder can’t be put into itself."},
	textProtected: {"این ویژگی را نمی‌توان تغییر داد.", "This property can’t be changed."},
	textDepth:     {"فهرست همهٔ زیرپوشه‌ها با هم داده نمی‌شود.", "All subfolders can’t be listed at once."},
	textOtherServer: {
		"مقصد روی این سرور نیست.", "The destination is not on this server.",
	},
	textDamaged: {
		"فایل ذخیره‌شده آسیب دیده است. به مدیران خبر داده شد.", "The stored file is damaged. The administrators were notified.",
	},
	textAway: {
		"محتوای این فایل هنوز در مقصد پشتیبان است و اکنون خوانده نمی‌شود. کمی بعد دوباره تلاش کنید.",
		"The content of this file is still at the backup target, which can’t be read now. Try again later.",
	},
	textFenced: {
		"این سرور اکنون تغییری نمی‌پذیرد. چند ثانیهٔ دیگر دوباره تلاش کنید.",
		"This server is taking no changes at the moment. Try again in a few seconds.",
	},
	textReplaced: {
		"سرور دیگری جای این سرور را گرفته است و داده‌ها اکنون آنجاست.", "Another server has taken over from this one and has the data now.",
	},
	textStandby: {
		"این سرور پشتیبان است؛ تغییرات در سرور اصلی انجام می‌شود.", "This is a standby: changes are made on the main server.",
	},
	textBad:       {"درخواست نادرست است.", "The request is malformed."},
	textMethod:    {"این کار اینجا ممکن نیست.", "This can’t be done here."},
	textType:      {"بدنهٔ درخواست از این نوع پذیرفته نمی‌شود.", "A body of this type is not taken here."},
	textDirectory: {"این یک پوشه است.", "This is a folder."},
	textSlow:      {"فایل خیلی کند می‌رسید.", "The file arrived too slowly."},
}

// translate returns a text in a language, which is Persian unless it is English.
func translate(language string, w textID, name ...string) string {
	text := texts[w][0]
	if language == "en" {
		text = texts[w][1]
	}
	for _, n := range name {
		text = strings.Replace(text, "%", n, 1)
	}
	return text
}
