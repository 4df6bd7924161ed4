import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Mark } from '~/page/logo';
import { LanguageButton, ThemeButton } from '~/page/preferences';

/** A link in a sentence of these pages. */
export const linkClass = 'font-semibold text-brand underline-offset-4 hover:underline';

/** A row of pointed arches, as of an old storehouse. */
function Arcade() {
  const arches = [0, 1, 2, 3];
  return (
    <svg
      viewBox="0 0 640 420"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full"
    >
      {arches.map((row) =>
        arches.map((column) => (
          <path
            key={`${row}-${column}`}
            d="M14 130V66C14 38 36 28 70 2c34 26 56 36 56 64v64"
            transform={`translate(${column * 160 + (row % 2) * -80 + 10} ${row * 116 - 20})`}
            fill="none"
            stroke="#fff"
            strokeOpacity={0.07 + row * 0.035}
            strokeWidth="2.5"
          />
        )),
      )}
    </svg>
  );
}

/** The layout of sign-in pages: a form at the start, the name and tagline of the product at the end. */
export function Entrance({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  // The browser minds autofocus only while it loads a page; here one step takes the place of another.
  useEffect(() => {
    const start = main.current?.querySelector<HTMLElement>('[autofocus]') ?? main.current?.querySelector('h1');
    start?.focus();
  }, [title]);
  return (
    <div className="grid h-full lg:grid-cols-[minmax(30rem,1fr)_1.1fr]">
      <div className="scroll-thin flex flex-col overflow-y-auto bg-surface">
        <header className="flex shrink-0 items-center gap-1 px-5 pt-4 sm:px-8">
          <span className="flex flex-1 items-center gap-2.5 text-lg font-extrabold">
            <Mark className="size-8 text-brand" />
            {t('common.product')}
          </span>
          <LanguageButton />
          <ThemeButton />
        </header>
        <main ref={main} className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-5 py-8 sm:px-8">
          <h1 tabIndex={-1} className="text-2xl font-extrabold outline-none">
            {title}
          </h1>
          {text && <p className="mt-1.5 mb-7 text-pretty text-muted">{text}</p>}
          {children}
        </main>
      </div>
      <aside className="relative overflow-hidden bg-linear-to-br from-[#0f857d] to-[#06403e] text-white max-lg:hidden">
        <Arcade />
        <div className="relative flex h-full flex-col items-center justify-center gap-6 p-12 text-center">
          <Mark className="size-32" />
          <p className="max-w-md text-3xl leading-snug font-extrabold text-balance">{t('accounts.tagline')}</p>
          <p className="text-base text-white/85">{t('accounts.taglineText')}</p>
        </div>
      </aside>
    </div>
  );
}
