import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';

/** The first thing that Tab reaches: past the navigation, into the page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
      className={buttonClass('solid', 'fixed start-3 top-3 z-70 shadow-pop not-focus-visible:sr-only')}
    >
      {t('common.skipToContent')}
    </a>
  );
}
