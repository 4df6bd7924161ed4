/** A paragraph in one line, as people write them. */
const letter = `جناب آقای رضایی
با سلام و احترام

پیرو گفت‌وگوی روز سه‌شنبه، نسخهٔ نهایی قرارداد همکاری به پیوست تقدیم می‌شود. خواهشمند است پس از بررسی، نظر خود را تا پایان هفته اعلام فرمایید تا برای امضا آماده شود.

با تشکر
مینا صادقی
`;

const minutes = `# صورت‌جلسهٔ ۱۲ آبان

- بودجهٔ سه‌ماههٔ چهارم تصویب شد
- Release 2.4 is planned for Thursday
- مسئول پیگیری: **نگار**

## تصمیم‌ها

1. خرید دو سرور تازه
2. انتقال پشتیبان‌ها به مرکز دوم
`;

const readme = `# Harbor tools

Small programs that keep the harbor running. Each one reads its settings from the environment and writes what it did to the log.

## Install

    make install PREFIX=/usr/local

## License

MIT
`;

const python = `# شمارش سفارش‌های هر شهر
import csv
from collections import Counter


def count(path: str) -> Counter[str]:
    """Orders of each city, the largest first."""
    with open(path, encoding="utf-8") as rows:
        return Counter(row["city"] for row in csv.DictReader(rows))


if __name__ == "__main__":
    print(count("orders.csv").most_common(10))
`;

const cities = `شهر,سفارش,مبلغ
تهران,۱۲۴,۸۹۰۰۰۰۰
اصفهان,۶۱,۴۱۲۰۰۰۰
شیراز,۴۸,۳۳۰۰۰۰۰
تبریز,۳۹,۲۷۵۰۰۰۰
`;

const orders = `date,city,product,amount,price,currency,delivered
2026-11-02,Tehran,Chair,4,1200000,IRR,yes
2026-11-03,Isfahan,Table,1,8900000,IRR,no
2026-11-04,Shiraz,Lamp,12,640000,IRR,yes
`;

const settings = JSON.stringify(
  { name: 'harbor', private: true, ports: [8080, 8443], backup: { target: 's3', every: '6h', keep: 30 } },
  null,
  2,
);

const log = Array.from(
  { length: 30 },
  (_, n) =>
    `2026-11-29T10:${String(n + 10)}:04Z INFO request served path=/api/storage/list status=200 duration=${n}ms client=10.0.0.${n}`,
).join('\n');

/** Letters that turn the ones behind them around, and markup. */
export const hostile =
  "if admin \u202e gpj.exe\u2066\n<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>\n";

/** Texts of all kinds, by the names of their files. */
export const texts: Record<string, string> = {
  'نامه به پیمانکار.txt': letter,
  'جلسه.md': minutes,
  'README.md': readme,
  'count.py': python,
  'شهرها.csv': cities,
  'orders.csv': orders,
  'settings.json': settings,
  'server.log': log,
  'hostile.txt': hostile,
  'long.txt': 'a'.repeat(100_000),
  'short.txt': 'Call Sara.',
};
