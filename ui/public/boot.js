// Language, direction and theme are set before the first paint; a file of its own because the page allows no inline script.
(function () {
  var root = document.documentElement;
  var english = false;
  try {
    english = localStorage.getItem('lang') === 'en-us';
    var theme = localStorage.getItem('theme');
    root.lang = english ? 'en' : 'fa';
    root.dir = english ? 'ltr' : 'rtl';
    if (theme === 'light' || theme === 'dark') {
      root.dataset.theme = theme;
      document.querySelectorAll('meta[name=theme-color]').forEach(function (meta) {
        meta.content = theme === 'dark' ? '#0d1213' : '#f3f6f6';
      });
    }
  } catch (_) {
    root.lang = 'fa';
  }
  // The app is installed with its names in this language.
  var manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = english ? '/manifest.en.webmanifest' : '/manifest.webmanifest';
  document.head.append(manifest);
  // The build fills in the pages: address, code, Persian words, English words.
  var pages = [/* pages */];
  var page = pages.find(function (one) {
    return one[0].test(location.pathname);
  });
  if (!page) return;
  page[1].concat(english ? page[3] : page[2]).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.append(link);
  });
})();
