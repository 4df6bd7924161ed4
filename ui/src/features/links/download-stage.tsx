import { ArrowDownToLine, MoveRight } from 'lucide-react';
import type { SharedGrant, SharedLink } from '~/api/types';
import { lazy, Suspense, useState } from 'react';
import { faultText } from '~/api/fault';
import { Waiting } from '~/features/viewers/waiting';
import { t, withWords } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { toast } from '~/kit/toast';
import { save } from './save';

const Viewer = lazy(async () => ({
  default: (await withWords(import('~/features/viewers/viewer'), 'preview')).Viewer,
}));

type Props = {
  info: SharedLink;
  grant: SharedGrant;
  /** Where the content is shown from. */
  url: string;
  current: () => Promise<SharedGrant | null>;
  onClose: () => void;
};

/** The content with a download button. */
export function DownloadStage({ info, grant, url, current, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const now = await current();
      if (now) save(now.url);
    } catch (error) {
      toast({ title: faultText(error), kind: 'error' });
    }
    setBusy(false);
  };
  return (
    <>
      <div className="flex items-center gap-2 pb-3">
        <IconButton label={t('common.back')} onClick={onClose}>
          <MoveRight size={20} aria-hidden="true" className="ltr:rotate-180" />
        </IconButton>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-base font-bold">
            <bdi>{info.file_name}</bdi>
          </h1>
          <p className="truncate text-xs text-muted">
            {size(info.size)}
            {info.view_only && ` · ${t('publiclink.viewOnlyShort')}`}
          </p>
        </div>
        {!info.view_only && (
          <Button
            kind="solid"
            busy={busy}
            icon={<ArrowDownToLine size={18} aria-hidden="true" />}
            onClick={() => void take()}
          >
            {t('publiclink.download')}
          </Button>
        )}
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-card bg-sunken ring-1 ring-line">
        <Suspense fallback={<Waiting />}>
          <Viewer
            name={info.file_name}
            content={{
              url,
              expires_at: grant.expires_at,
              kind: info.preview,
              content_type: info.content_type,
              size: info.size,
            }}
          />
        </Suspense>
      </div>
    </>
  );
}
