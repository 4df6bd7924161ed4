import { EllipsisVertical, QrCode, Settings2 } from 'lucide-react';
import type { Link } from '~/api/types';
import { StatusBadge } from '~/features/gate/status-badge';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { AddressNotice } from '~/page/address-notice';
import { LinkFacts, linkEntries, type LinkAct } from './link-row';

type Props = { link: Link; password: string; onAct: (act: LinkAct, link: Link) => void };

/** The link of an item: its address, its terms and its actions. */
export function LinkCard({ link, password, onAct }: Props) {
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card px-4 py-3 ring-1 ring-line" data-link={link.download_id}>
      <div className="flex items-center gap-2">
        <bdi className="min-w-0 truncate font-medium">{link.title}</bdi>
        <StatusBadge status={link.status} />
        <span className="flex-1" />
        <IconButton label={t('gate.qr')} className="-my-2" onClick={() => onAct('qr', link)}>
          <QrCode size={18} aria-hidden="true" />
        </IconButton>
        <Menu
          label={link.title}
          align="end"
          entries={linkEntries(link, onAct)}
          trigger={
            <button
              type="button"
              aria-label={t('gate.moreOf', { title: link.title })}
              className={iconButtonClass('-my-2 -me-2')}
            >
              <EllipsisVertical size={18} aria-hidden="true" />
            </button>
          }
        />
      </div>
      <CopyField
        hideLabel
        label={t('gate.address')}
        value={link.url}
        copyLabel={t('gate.copyAddress')}
        copiedLabel={t('gate.copied')}
      />
      <AddressNotice url={link.url} />
      {password && (
        <CopyField
          label={t('gate.passwordText')}
          value={password}
          copyLabel={t('gate.copyPassword')}
          copiedLabel={t('gate.copied')}
        />
      )}
      <div className="flex items-end gap-x-4">
        <div className="min-w-0 flex-1">
          <LinkFacts link={link} />
        </div>
        <SettingsButton onClick={() => onAct('edit', link)} />
      </div>
    </div>
  );
}

/** Opens the terms of a link for editing. */
export function SettingsButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      className="-me-2 -mb-2 px-2! text-brand!"
      icon={<Settings2 size={17} aria-hidden="true" />}
      onClick={onClick}
    >
      {t('links.settings')}
    </Button>
  );
}
