import type { AdminNewSheet } from '~/api/types.gen';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { QrCode } from '~/kit/qr-code';

/** A new recovery sheet as it is printed. On paper there is nothing else of the page. */
export function SheetPaper({ sheet }: { sheet: AdminNewSheet }) {
  const facts = [
    [t('recoverySheet.paperFor'), sheet.appliance],
    [t('recoverySheet.paperDate'), day(sheet.made_at)],
    [t('recoverySheet.paperTarget'), sheet.target || t('recoverySheet.paperNoTarget')],
  ] as const;
  return (
    <article
      data-print
      className="grid gap-5 rounded-card border border-line bg-white p-5 text-black sm:p-8 print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-black pb-3">
        <h2 className="text-xl font-bold">{t('recoverySheet.title')}</h2>
        <bdi dir="ltr" className="font-mono text-xl font-bold">
          {sheet.name}
        </bdi>
      </header>
      <dl className="grid gap-1 print:mt-4">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-3">
            <dt>{name}:</dt>
            <dd className="font-semibold wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div
        dir="ltr"
        className="flex flex-wrap items-center justify-between gap-5 rounded-card border border-black p-4 print:mt-4 print:flex!"
      >
        <ol
          aria-label={t('recoverySheet.paperKey')}
          className="grid list-inside list-decimal gap-2 font-mono text-lg font-semibold sm:text-2xl"
        >
          {sheet.lines.map((line) => (
            <li key={line.join('-')} className="whitespace-nowrap">
              {line.join('-')}
            </li>
          ))}
        </ol>
        <QrCode text={sheet.code} label={t('recoverySheet.paperCode')} className="size-40" />
      </div>
      <p className="text-pretty print:mt-4">{t('recoverySheet.paperWho')}</p>
      <p className="text-pretty print:mt-4">{t('recoverySheet.paperHow')}</p>
      <code dir="ltr" className="text-start font-mono text-sm wrap-anywhere print:mt-2 print:block">
        {`anbar restore --from ${sheet.target || 'TARGET'} --data NEW `}
        <span className="whitespace-nowrap">--sheet -</span>
      </code>
    </article>
  );
}
