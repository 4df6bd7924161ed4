import { Copy } from 'lucide-react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { copyText } from '~/kit/copy-text';
import { Dialog } from '~/kit/dialog';
import { toast } from '~/kit/toast';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useOldLinks, type OldLink } from './api';
import { reasonText } from './words';

/** As a sheet takes it from the clipboard. */
const tableOf = (links: readonly OldLink[]) =>
  links.map(({ old_url, path, new_url }) => [old_url, new_url ?? '', path].join('\t')).join('\n');

/** The public links of the source, each beside the one that was made for it here. */
export function LinksDialog({ importId, onClose }: { importId: string; onClose: () => void }) {
  const { data, error, refetch } = useOldLinks(importId);
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('imports.linksTitle')}
      footer={
        data &&
        data.length > 0 && (
          <Button
            kind="outline"
            icon={<Copy size={17} aria-hidden="true" />}
            onClick={() => {
              void copyText(tableOf(data));
              toast({ kind: 'success', title: t('imports.copied') });
            }}
          >
            {t('imports.copyLinks')}
          </Button>
        )
      }
    >
      {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={3} />)}
      {data?.length === 0 && <p className="py-6 text-center text-muted">{t('imports.linksEmpty')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((link) => (
            <LinkRow key={`${link.old_url} ${link.path}`} link={link} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function LinkRow({ link }: { link: OldLink }) {
  return (
    <li className="grid gap-1 py-3">
      <p className="truncate font-semibold" title={link.path}>
        <bdi>{link.path}</bdi>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
        <dt className="text-muted">{t('imports.oldLink')}</dt>
        <dd dir="ltr" className="truncate rtl:text-end" title={link.old_url}>
          {link.old_url}
        </dd>
        <dt className="text-muted">{t('imports.newLink')}</dt>
        {link.new_url ? (
          <dd dir="ltr" className="truncate rtl:text-end" title={link.new_url}>
            <a href={link.new_url} target="_blank" rel="noreferrer" className="text-brand hover:underline">
              {link.new_url}
            </a>
          </dd>
        ) : (
          <dd className="text-warning">{link.reason ? reasonText(link.reason) : t('imports.noNewLink')}</dd>
        )}
      </dl>
    </li>
  );
}
