package webdav

import "strings"

// word names a text that programs show to people.
type word int

const (
	wordMyDrive word = iota
	wordShared
	wordSignIn
	wordBusy
	wordForbidden
	wordMount
	wordMissing
	wordNoParent
	wordExists
	wordClash
	wordName
	wordNameLong
	wordDeep
	wordChanged
	wordLocked
	wordLockedBy
	wordLock
	wordFull
	wordPlan
	wordFrozen
	wordChecksum
	wordLength
	wordTooLarge
	wordItself
	wordProtected
	wordDepth
	wordOtherServer
	wordDamaged
	wordBad
	wordMethod
	wordType
	wordDirectory
	wordSlow
)

// texts are the words in Persian and in English. A "%" stands for a name.
var texts = map[word][2]string{
	wordMyDrive:   {"درایو من", "My Drive"},
	wordShared:    {"به‌اشتراک‌گذاشته با من", "Shared with me"},
	wordSignIn:    {"با نشانی خود و یک توکن دستگاه وارد شوید.", "Sign in with your address and a token for this device."},
	wordBusy:      {"درخواست‌ها زیاد است. کمی بعد دوباره تلاش کنید.", "There are too many requests. Try again in a moment."},
	wordForbidden: {"اجازهٔ این کار را ندارید.", "You don’t have permission to do this."},
	wordMount: {
		"این پوشه را نمی‌توان حذف کرد، منتقل کرد یا تغییر نام داد.", "This folder can’t be deleted, moved or renamed.",
	},
	wordMissing:  {"این مورد پیدا نشد.", "This item wasn’t found."},
	wordNoParent: {"پوشه‌ای که باید در آن باشد وجود ندارد.", "The folder that it belongs in doesn’t exist."},
	wordExists:   {"موردی با این نام وجود دارد.", "An item with this name exists."},
	wordClash: {
		"موردی با همین نام هست که فقط شکل حروف، رقم‌ها یا نویسه‌های ناپیدایش فرق دارد: «%»",
		"An item has the same name in other letters, digits or characters that can’t be seen: “%”",
	},
	wordNameLong: {
		"این نام % حرف بلندتر از آن است که همهٔ دستگاه‌ها بپذیرند.", "This name is % letters longer than all devices take.",
	},
	wordDeep:      {"اینجا پوشه‌های تودرتو بیش از اندازه زیاد می‌شوند.", "There would be too many folders within each other here."},
	wordName:      {"این نام قابل استفاده نیست.", "This name can’t be used."},
	wordChanged:   {"این مورد در این میان تغییر کرده است.", "This item was changed in the meantime."},
	wordLocked:    {"این مورد در برنامهٔ دیگری قفل است.", "This item is locked by another program."},
	wordLockedBy:  {"% این مورد را باز کرده است.", "% has this item open."},
	wordLock:      {"این قفل دیگر وجود ندارد.", "This lock doesn’t exist any more."},
	wordFull:      {"فضای ذخیره‌سازی کافی نیست.", "There isn’t enough storage."},
	wordPlan:      {"مهلت طرح این فضای کاری تمام شده است.", "The plan of this workspace has expired."},
	wordFrozen:    {"مدیران سرور این فضای کاری را متوقف کرده‌اند.", "The administrators of the server froze this workspace."},
	wordChecksum:  {"فایل در راه آسیب دید. دوباره آن را بفرستید.", "The file was damaged on its way. Send it again."},
	wordLength:    {"فایل کامل نرسید. دوباره آن را بفرستید.", "The file didn’t arrive whole. Send it again."},
	wordTooLarge:  {"درخواست بیش از حد بزرگ است.", "The request is too large."},
	wordItself:    {"یک پوشه را نمی‌توان درون خودش گذاشت.", "A folder can’t be put into itself."},
	wordProtected: {"این ویژگی را نمی‌توان تغییر داد.", "This property can’t be changed."},
	wordDepth:     {"فهرست همهٔ زیرپوشه‌ها با هم داده نمی‌شود.", "All subfolders can’t be listed at once."},
	wordOtherServer: {
		"مقصد روی این سرور نیست.", "The destination is not on this server.",
	},
	wordDamaged: {
		"فایل ذخیره‌شده آسیب دیده است. به مدیران خبر داده شد.", "The stored file is damaged. The administrators were notified.",
	},
	wordBad:       {"درخواست نادرست است.", "The request is malformed."},
	wordMethod:    {"این کار اینجا ممکن نیست.", "This can’t be done here."},
	wordType:      {"بدنهٔ درخواست از این نوع پذیرفته نمی‌شود.", "A body of this type is not taken here."},
	wordDirectory: {"این یک پوشه است.", "This is a folder."},
	wordSlow:      {"فایل خیلی کند می‌رسید.", "The file arrived too slowly."},
}

// say returns a text in a language, which is Persian unless it is English.
func say(language string, w word, name ...string) string {
	text := texts[w][0]
	if language == "en" {
		text = texts[w][1]
	}
	for _, n := range name {
		text = strings.Replace(text, "%", n, 1)
	}
	return text
}
