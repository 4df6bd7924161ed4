/** Problems that the browser tells apart by the status, or by a missing answer. The keys of the server are in errors.ts. */
export const problems = {
  server: 'سرور با مشکلی روبه‌رو شد. کمی بعد دوباره تلاش کنید.',
  tooMany: 'تعداد درخواست‌ها بیش از حد بوده است. {n} دقیقهٔ دیگر دوباره تلاش کنید.',
  attemptsLeft: '{n} بار دیگر می‌توانید تلاش کنید.',
  timeout: 'پاسخ بیش از حد طول کشید. دوباره تلاش کنید.',
  noResponse: 'پاسخی از سرور نرسید. دوباره تلاش کنید.',
  noInternet: 'به اینترنت وصل نیستید. اتصال خود را بررسی کنید.',
  unknown: 'درخواست انجام نشد. دوباره تلاش کنید؛ اگر تکرار شد، به مدیر سرور خبر دهید.',
  setup_invalid_token: 'این لینک راه‌اندازی دیگر کار نمی‌کند. برای دریافت لینک جدید، سرور را دوباره راه‌اندازی کنید.',
  passwordMismatch: 'دو رمز عبور یکسان نیستند.',
} as const;
