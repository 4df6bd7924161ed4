/** What the browser itself says, by status or for want of an answer. The server's own keys are in errors.ts. */
export const problems = {
  server: 'مشکلی از سمت ما پیش آمده است. کمی بعد دوباره تلاش کنید.',
  tooMany: 'درخواست‌ها بیش از اندازه بوده است. {n} دقیقهٔ دیگر دوباره تلاش کنید.',
  attemptsLeft: '{n} بار دیگر می‌توانید تلاش کنید.',
  timeout: 'پاسخ بیش از اندازه طول کشید. دوباره تلاش کنید.',
  noResponse: 'پاسخی از سرور نرسید. دوباره تلاش کنید.',
  noInternet: 'به اینترنت وصل نیستید. اتصال خود را بررسی کنید.',
  unknown: 'مشکلی پیش آمد. دوباره تلاش کنید.',
  setup_invalid_token: 'این پیوند راه‌اندازی دیگر کار نمی‌کند. سرور را از نو روشن کنید تا پیوند تازه‌ای بنویسد.',
  passwordMismatch: 'دو گذرواژه یکی نیستند.',
} as const;
